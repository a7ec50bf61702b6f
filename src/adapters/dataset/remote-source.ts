import type { Clock } from '../../domain/ports/clock.ts';
import type { Digest } from '../../domain/ports/dataset-digest.ts';
import type { DatasetReading, DatasetSource } from '../../domain/ports/dataset-source.ts';
import type { PublishedSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import { type Fault, FaultList } from '../../domain/salary-laws/fault.ts';
import { seal } from '../../domain/salary-laws/seal.ts';
import { aheadFaults, succession } from '../../domain/salary-laws/succession.ts';
import { type Fetched, fetchDocument } from './fetch-document.ts';
import { MAX_FILE_BYTES } from './folder-files.ts';
import { DOCUMENT, judgeDocument } from './judge-document.ts';
import { LastGoodFile } from './last-good-file.ts';

export interface RemoteSourceOptions {
  /** The published document, such as `https://origin.example/api/data/salary-laws`. */
  readonly url: string;
  /** Where the last good document outlives the process; without it, nothing does. */
  readonly stateDirectory?: string;
  /** Time between two requests, in ms, give or take a tenth. */
  readonly pollMs?: number;
  /** For one whole exchange, in ms. */
  readonly timeoutMs?: number;
  readonly userAgent: string;
  readonly digest: Digest;
  readonly clock: Clock;
  /** From 0 to 1; spreads the requests of many replicas. */
  readonly random?: () => number;
}

const DEFAULT_POLL_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 5_000;
const JITTER = 0.1;

interface Accepted {
  readonly published: PublishedSalaryLaws;
  readonly etag: string | null;
}

/**
 * Follows another instance's public endpoint, or any HTTP host that serves the document with
 * `Last-Modified`. It asks conditionally, takes nothing that the rules refuse or that breaks the
 * succession, and publishes the same bytes as its origin, hence the same revision.
 */
export class RemoteSource implements DatasetSource {
  readonly name = 'remote';
  readonly manifest = DOCUMENT;
  readonly location: string;
  readonly #options: RemoteSourceOptions;
  readonly #file: LastGoodFile | undefined;
  #accepted: Accepted | undefined;
  #restored = false;
  #retryAfterMs = 0;
  #wasUndated = false;

  constructor(options: RemoteSourceOptions) {
    this.#options = options;
    this.#file = options.stateDirectory ? new LastGoodFile(options.stateDirectory) : undefined;
    const { origin, pathname } = new URL(options.url);
    this.location = `${origin}${pathname}`;
  }

  pollAfterMs(): number {
    const { pollMs = DEFAULT_POLL_MS, random = Math.random } = this.#options;
    const spread = 1 + JITTER * (2 * random() - 1);
    return Math.max(Math.round(pollMs * spread), this.#retryAfterMs);
  }

  async read(signal: AbortSignal): Promise<DatasetReading> {
    await this.#restore();
    const { url, userAgent, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const held = this.#accepted;
    const fetched = await fetchDocument({
      url,
      etag: held?.etag ?? null,
      userAgent,
      timeoutMs,
      maxBytes: MAX_FILE_BYTES,
      signal,
    });
    this.#retryAfterMs = fetched.kind === 'failed' ? fetched.retryAfterMs : 0;
    const lastGood = held ? { lastGood: held.published } : {};
    if (fetched.kind === 'failed') {
      return { outcome: 'unreachable', reason: fetched.reason, ...lastGood };
    }
    if (fetched.kind === 'not-modified') {
      return held
        ? { outcome: 'read', published: held.published }
        : { outcome: 'unreachable', reason: 'status 304 to an unconditional request' };
    }
    const isUndated = fetched.lastModified !== undefined && fetched.lastModified === fetched.date;
    const isFirst = isUndated && !this.#wasUndated;
    this.#wasUndated = isUndated;
    if (isFirst) return { outcome: 'unsettled' };
    if (isUndated)
      return { outcome: 'refused', faults: new FaultList().add([undated(fetched)]), ...lastGood };
    const judgement = judgeDocument(fetched.body, fetched.lastModified, this.#options.digest);
    const faults = judgement.sound
      ? new FaultList()
          .add(this.#aheadFaults(judgement.published))
          .add(this.#successionFaults(judgement.published))
      : judgement.faults;
    if (!judgement.sound || faults.count > 0) return { outcome: 'refused', faults, ...lastGood };
    await this.#accept(judgement.published, fetched.etag, fetched.lastModified ?? '');
    return { outcome: 'read', published: this.#accepted?.published ?? judgement.published };
  }

  /** Before it is held and written: a restart would bring it back. */
  #aheadFaults(offered: PublishedSalaryLaws): Fault[] {
    return aheadFaults(this.#accepted?.published, offered, this.#options.clock.now(), DOCUMENT);
  }

  /** What is not later than what is held never replaces it, on disk neither. */
  #successionFaults(offered: PublishedSalaryLaws): readonly Fault[] {
    const held = this.#accepted?.published;
    if (!held) return [];
    const verdict = succession(held, offered, DOCUMENT, this.#options.clock.now());
    if (verdict.relation === 'breaks') return verdict.faults;
    if (verdict.relation !== 'precedes') return [];
    return [
      {
        file: DOCUMENT,
        path: '/version',
        value: offered.laws.version,
        expected: `version ${held.laws.version}, which was published before, or a later one`,
      },
    ];
  }

  async #restore(): Promise<void> {
    if (this.#restored) return;
    this.#restored = true;
    const stored = await this.#file?.read();
    const { url, digest } = this.#options;
    if (stored?.url !== url) return;
    if (stored.contentDigest !== seal(stored.body, stored.lastModified, digest)) return;
    const judgement = judgeDocument(stored.body, stored.lastModified, digest);
    if (judgement.sound) {
      this.#accepted = { published: judgement.published, etag: stored.etag };
    }
  }

  async #accept(
    published: PublishedSalaryLaws,
    etag: string | null,
    lastModified: string,
  ): Promise<void> {
    const held = this.#accepted;
    const same =
      held?.published.revision === published.revision &&
      held.published.publishedAt === published.publishedAt;
    this.#accepted = { published: same ? held.published : published, etag };
    if (same && held.etag === etag) return;
    // A disk that is full or read-only costs a restart its head start, and nothing else.
    const { url, digest } = this.#options;
    const { body } = published;
    const contentDigest = seal(body, lastModified, digest);
    await this.#file
      ?.write({ url, etag, lastModified, body, contentDigest })
      .catch(() => undefined);
  }
}

/**
 * An origin sends its own time as `Last-Modified` while the true one is ahead of its clock (RFC 9110
 * section 8.8.2.1). Taken for true it would differ from replica to replica, and from what the origin
 * says later. Seen once it may be a version that was published that very second.
 */
const undated = ({ lastModified }: Extract<Fetched, { kind: 'document' }>): Fault => ({
  file: DOCUMENT,
  path: '',
  value: lastModified,
  expected: 'a Last-Modified that differs from Date: the origin does not tell its own yet',
});

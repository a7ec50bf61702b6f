import type { Clock } from '../domain/ports/clock.ts';
import type { DatasetReading, DatasetSource } from '../domain/ports/dataset-source.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { PublishedSalaryLaws } from '../domain/salary-laws/dataset.ts';
import { type Fault, FaultList, faultLine } from '../domain/salary-laws/fault.ts';
import { aheadFaults, type Succession, succession } from '../domain/salary-laws/succession.ts';
import { type GetSalaryLaws, SalaryLawsUnavailable } from './views.ts';

export interface KeepSalaryLawsOptions {
  /** Read in this order; of several sound datasets the latest version is served. */
  readonly sources: readonly DatasetSource[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What `/api/health` may show: the dataset's own relative names, nothing of the machine. */
export interface SalaryLawsStatus {
  readonly status: 'ok' | 'degraded';
  /** Why it is degraded: the first fault of the first source at fault, and how many there are. */
  readonly reason?: string;
  /** The version in service; null while there is none. */
  readonly version: string | null;
  readonly revision: string | null;
}

/** Why a source does not stand behind what is served. */
type Trouble =
  | { readonly kind: 'refused'; readonly lines: readonly string[]; readonly count: number }
  | { readonly kind: 'unreachable'; readonly reason: string };

interface Watched {
  readonly source: DatasetSource;
  trouble: Trouble | undefined;
  /** The last sound dataset that it brought. */
  taken: PublishedSalaryLaws | undefined;
}

/**
 * Holds the one dataset in service. It follows its sources, takes a later version whole, refuses
 * what is unsound or breaks the succession and keeps the last good one, and heals by itself when
 * the source is mended. A state is logged when it changes, with its faults.
 */
export class KeepSalaryLaws implements GetSalaryLaws {
  readonly #options: KeepSalaryLawsOptions;
  readonly #watched: readonly Watched[];
  #held: PublishedSalaryLaws | undefined;
  #stopping = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(options: KeepSalaryLawsOptions) {
    this.#options = options;
    this.#watched = options.sources.map((source) => ({
      source,
      trouble: undefined,
      taken: undefined,
    }));
  }

  /**
   * Follows every source until {@link stop}. Resolves as soon as there is a dataset to serve, and
   * at the latest after each source's first reading, whatever it brought: without a dataset the
   * service runs, and says so.
   */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    await new Promise<void>((resolve) => {
      const first = this.#watched.map((watched) => this.#read(watched, signal));
      this.#loops = this.#watched.map(async (watched, index) => {
        await first[index];
        if (this.#held) resolve();
        await this.#follow(watched, signal);
      });
      Promise.all(first).then(() => resolve());
    });
  }

  /** Resolves once no reading is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopped'));
    await Promise.all(this.#loops);
    this.#loops = [];
  }

  execute(): PublishedSalaryLaws {
    if (!this.#held) throw new SalaryLawsUnavailable('No valid salary laws dataset is held');
    return this.#held;
  }

  status(): SalaryLawsStatus {
    const held = this.#held;
    const shown = { version: held?.laws.version ?? null, revision: held?.revision ?? null };
    const troubled = this.#watched.find(({ trouble }) => trouble !== undefined);
    if (troubled?.trouble) {
      return { status: 'degraded', reason: reasonOf(troubled.source, troubled.trouble), ...shown };
    }
    if (!held) return { status: 'degraded', reason: 'no dataset has been read yet', ...shown };
    return { status: 'ok', ...shown };
  }

  async #follow(watched: Watched, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#options.clock.delay(watched.source.pollAfterMs(), signal);
      } catch {
        return;
      }
      await this.#read(watched, signal);
    }
  }

  async #read(watched: Watched, signal: AbortSignal): Promise<void> {
    let reading: DatasetReading;
    try {
      reading = await watched.source.read(signal);
    } catch (error) {
      // Ports promise not to reject; a broken promise must not end the following.
      this.#options.logger.error(
        { err: error, source: watched.source.name },
        'salary laws source failed',
      );
      reading = { outcome: 'unreachable', reason: 'the source failed' };
    }
    if (signal.aborted || reading.outcome === 'unsettled') return;
    if (reading.outcome === 'read') return this.#offer(watched, reading.published);
    if (reading.lastGood) this.#fallBack(watched, reading.lastGood);
    if (reading.outcome === 'refused') {
      this.#refuse(watched, reading.faults);
    } else this.#trouble(watched, { kind: 'unreachable', reason: reading.reason });
  }

  /** After a restart: what the source remembers is served while it cannot be read anew. */
  #fallBack(watched: Watched, remembered: PublishedSalaryLaws): void {
    const held = this.#held;
    if (this.#aheadFaults(watched, remembered).length > 0) return;
    const verdict = held && this.#succession(watched, held, remembered);
    if (!verdict || verdict.relation === 'follows') this.#take(watched, remembered);
  }

  #offer(watched: Watched, offered: PublishedSalaryLaws): void {
    const held = this.#held;
    const ahead = this.#aheadFaults(watched, offered);
    const verdict: Succession = held
      ? this.#succession(watched, held, offered)
      : { relation: 'follows' };
    if (ahead.length > 0) this.#refuse(watched, new FaultList().add(ahead));
    else if (verdict.relation === 'follows') this.#take(watched, offered);
    else if (verdict.relation === 'breaks')
      this.#refuse(watched, new FaultList().add(verdict.faults));
    else if (verdict.relation === 'same') this.#confirm(watched, offered);
    // A source that lags behind another is no fault; one that goes back behind itself is.
    else if (held && watched.taken?.revision === held.revision) {
      this.#refuse(watched, new FaultList().add([wentBack(watched, held, offered)]));
    } else this.#confirm(watched, offered);
  }

  #succession({ source }: Watched, held: PublishedSalaryLaws, after: PublishedSalaryLaws) {
    return succession(held, after, source.manifest, this.#options.clock.now());
  }

  /** Asked at each reading, since time alone can mend it. */
  #aheadFaults({ source }: Watched, offered: PublishedSalaryLaws): Fault[] {
    return aheadFaults(this.#held, offered, this.#options.clock.now(), source.manifest);
  }

  #take(watched: Watched, published: PublishedSalaryLaws): void {
    const before = this.#held?.laws.version;
    this.#held = published;
    watched.taken = published;
    watched.trouble = undefined;
    const { laws, revision } = published;
    this.#options.logger.info(
      {
        source: watched.source.name,
        location: watched.source.location,
        version: laws.version,
        revision,
        ...(before === undefined ? {} : { previousVersion: before }),
      },
      'salary laws taken into service',
    );
  }

  #confirm(watched: Watched, offered: PublishedSalaryLaws): void {
    watched.taken = offered;
    if (!watched.trouble) return;
    watched.trouble = undefined;
    this.#options.logger.info(
      { source: watched.source.name, version: this.#held?.laws.version },
      'salary laws source is sound again',
    );
  }

  #refuse(watched: Watched, { kept, count }: FaultList): void {
    this.#trouble(watched, { kind: 'refused', lines: kept.map(faultLine), count });
  }

  #trouble(watched: Watched, trouble: Trouble): void {
    const changed = JSON.stringify(watched.trouble) !== JSON.stringify(trouble);
    watched.trouble = trouble;
    if (!changed) return;
    const inService = this.#held?.laws.version ?? 'none';
    const { name, location } = watched.source;
    const fields = { source: name, location, versionInService: inService };
    if (trouble.kind === 'refused') {
      const { lines, count } = trouble;
      const more = count > lines.length ? { moreFaults: count - lines.length } : {};
      this.#options.logger.warn({ ...fields, faults: lines, ...more }, 'salary laws refused');
    } else {
      this.#options.logger.warn({ ...fields, reason: trouble.reason }, 'salary laws unreachable');
    }
  }
}

const wentBack = (
  { source }: Watched,
  held: PublishedSalaryLaws,
  offered: PublishedSalaryLaws,
): Fault => ({
  file: source.manifest,
  path: '/version',
  value: offered.laws.version,
  expected: `version ${held.laws.version}, which is in service, or a later one`,
});

const reasonOf = (source: DatasetSource, trouble: Trouble): string => {
  if (trouble.kind === 'unreachable') return `${source.name}: ${trouble.reason}`;
  const { lines, count } = trouble;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return `${source.name}: ${lines[0] ?? 'refused'}${more}`;
};

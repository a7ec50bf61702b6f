import type { SourceName } from '../domain/market/source.ts';
import { type SourceStatus, sourceStatus } from '../domain/market/source-status.ts';
import type { SourceState } from '../domain/market/state.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { ProviderError } from '../domain/ports/rate-provider.ts';

export interface SourceNote {
  readonly source: SourceName;
  readonly state: SourceState;
  /** What its last poll failed of, where it failed in this process. */
  readonly error: ProviderError | undefined;
}

interface Change extends SourceNote {
  readonly status: SourceStatus;
  /** Nothing has been told of the source before. */
  readonly isFirst: boolean;
}

/** Tells the log of each change of a source's state, once. */
export class SourceJournal {
  readonly #logger: Logger;
  readonly #told = new Map<SourceName, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param notes on all sources, as they stand after a refresh. */
  note(notes: readonly SourceNote[]): void {
    const changes = notes.flatMap((note) => this.#changeOf(note));
    const isTotal = changes.length > 1 && changes.length === notes.length;
    if (isTotal && changes.every(({ status }) => status.state === 'down'))
      this.#writeTotal(changes);
    else for (const change of changes) this.#write(change);
  }

  #changeOf(note: SourceNote): Change[] {
    const { source, state } = note;
    const status = sourceStatus(state);
    const told = this.#told.get(source);
    const key = keyOf(status, state);
    if (status.state === 'unasked' || key === told) return [];
    this.#told.set(source, key);
    return [{ ...note, status, isFirst: told === undefined }];
  }

  /**
   * All sources lost at once is one event, this machine's network as a rule, and one line. From the
   * start it is no change for the worse: what it costs is for the market to tell.
   */
  #writeTotal(changes: readonly Change[]): void {
    const reasons = changes.map(({ source, status }) => [source, status.reason]);
    const [first] = changes;
    const fields = { reasons: Object.fromEntries(reasons), detail: first?.error?.message };
    if (changes.every(({ isFirst }) => isFirst)) this.#logger.info(fields, NO_SOURCE);
    else this.#logger.warn(fields, NO_SOURCE);
  }

  #write({ source, status, isFirst, error }: Change): void {
    const fields = { source, state: status.state, reason: status.reason };
    if (status.state === 'up') {
      if (isFirst) this.#logger.debug(fields, 'source is up');
      else this.#logger.info(fields, 'source is up again');
    } else if (status.state === 'partial') {
      this.#logger.warn(fields, 'source answers, but some of its values are not taken');
    } else {
      this.#logger.warn({ ...fields, detail: error?.message }, 'source is down');
    }
  }
}

const NO_SOURCE = 'no source answers';

/** An outage is one state however its breaker moves; its cause is part of it. */
const keyOf = (status: SourceStatus, state: SourceState): string =>
  status.state === 'down' ? `down:${state.outage?.code}` : `${status.state}:${status.reason ?? ''}`;

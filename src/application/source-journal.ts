import type { SourceName } from '../domain/market/source.ts';
import { type SourceStatus, sourceStatus } from '../domain/market/source-status.ts';
import type { SourceState } from '../domain/market/state.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { ProviderError } from '../domain/ports/rate-provider.ts';

/** Tells the log of each change of a source's state, once. */
export class SourceJournal {
  readonly #logger: Logger;
  readonly #told = new Map<SourceName, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param error what the poll failed of, where it failed in this process. */
  note(source: SourceName, state: SourceState, error?: ProviderError): void {
    const status = sourceStatus(state);
    if (status.state === 'unasked') return;
    const told = this.#told.get(source);
    const key = keyOf(status, state);
    if (key === told) return;
    this.#told.set(source, key);
    this.#write(source, status, told === undefined, error);
  }

  #write(source: SourceName, status: SourceStatus, isFirst: boolean, error?: ProviderError): void {
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

/** An outage is one state however its breaker moves; its cause is part of it. */
const keyOf = (status: SourceStatus, state: SourceState): string =>
  status.state === 'down' ? `down:${state.outage?.code}` : `${status.state}:${status.reason ?? ''}`;

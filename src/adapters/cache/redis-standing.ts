import type { Logger } from '../../domain/ports/logger.ts';
import type { CacheStatus } from '../../domain/ports/market-cache.ts';

/**
 * What is known of the store: `connecting` until the first word from it, then `available` or
 * `lost`. Says so in the log when it changes between these two, and only then; a reason that
 * changes during one outage changes the status alone.
 */
export class RedisStanding {
  readonly #logger: Logger;
  #state: 'connecting' | 'available' | 'lost' = 'connecting';
  #reason = 'connecting';

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get state(): 'connecting' | 'available' | 'lost' {
    return this.#state;
  }

  get status(): CacheStatus {
    return this.#state === 'available'
      ? { status: 'ok' }
      : { status: 'degraded', reason: this.#reason };
  }

  lost(reason: string): void {
    this.#reason = reason;
    if (this.#state !== 'lost') {
      this.#state = 'lost';
      this.#logger.warn({ reason }, 'Shared cache lost: going on from own memory');
    }
  }

  /** @returns whether it had been lost. */
  regained(): boolean {
    const wasLost = this.#state === 'lost';
    this.#state = 'available';
    if (wasLost) {
      this.#logger.info({}, 'Shared cache is back');
    }
    return wasLost;
  }
}

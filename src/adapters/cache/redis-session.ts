import type { Logger } from '../../domain/ports/logger.ts';
import { type CacheStatus, CacheUnavailable } from '../../domain/ports/market-cache.ts';
import type { RedisClient } from './redis-client.ts';
import { NO_ANSWER, redisFailure } from './redis-failure.ts';
import { RedisStanding } from './redis-standing.ts';

/** How often a store in good standing is asked to prove it, so that health is true while idle. */
const PROBE_WHILE_AVAILABLE_MS = 5_000;
const PROBE_WHILE_LOST_MS = 500;
const PROBE_KEY_TTL_MS = 60_000;

/**
 * One connection whose every operation ends within a bound, and which finds out by itself when the
 * store is gone and when it is back. An unreachable store costs the caller nothing: the first
 * operation to meet it waits out the bound, the rest fail at once until a probe has succeeded.
 *
 * The probe is a small write, because a store may answer reads while it is out of memory, a
 * replica, or unable to save.
 */
export class RedisSession {
  readonly #client: RedisClient;
  readonly #probeKey: string;
  readonly #timeoutMs: number;
  readonly #standing: RedisStanding;
  readonly #onRegained: () => void;
  readonly #firstWord = Promise.withResolvers<void>();
  #answering = true;
  #probing = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    client: RedisClient,
    options: {
      readonly probeKey: string;
      readonly timeoutMs: number;
      readonly logger: Logger;
      /** Called after an outage, when the store has taken a write again. */
      readonly onRegained: () => void;
    },
  ) {
    this.#client = client;
    this.#probeKey = options.probeKey;
    this.#timeoutMs = options.timeoutMs;
    this.#standing = new RedisStanding(options.logger);
    this.#onRegained = options.onRegained;
    client.on('error', (error: unknown) => this.#lost(redisFailure(error)));
    client.on('close', () => {
      if (this.#standing.state !== 'lost') {
        this.#lost('connection lost');
      }
    });
    client.on('ready', () => void this.#probe());
    this.#probeLater();
  }

  get status(): CacheStatus {
    return this.#standing.status;
  }

  /** @throws {CacheUnavailable} after the bound at the latest. */
  async run<T>(operation: (client: RedisClient) => Promise<T>): Promise<T> {
    try {
      return await within(this.#timeoutMs, this.#attempt(operation));
    } catch (error) {
      if (error instanceof CacheUnavailable) {
        throw error;
      }
      const reason = redisFailure(error);
      this.#lost(reason);
      this.#answering = reason !== NO_ANSWER;
      // Without `cause`: the client's errors carry the command's arguments, credentials among them.
      throw new CacheUnavailable(reason);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#firstWord.resolve();
    this.#client.disconnect();
  }

  async #attempt<T>(operation: (client: RedisClient) => Promise<T>): Promise<T> {
    if (this.#standing.state === 'connecting') {
      await this.#firstWord.promise;
    }
    if (this.#closed || !this.#answering || this.#client.status !== 'ready') {
      throw new CacheUnavailable(this.#standing.status.reason ?? 'connection lost');
    }
    return await operation(this.#client);
  }

  #lost(reason: string): void {
    if (this.#closed) {
      return;
    }
    const isNews = this.#standing.state !== 'lost';
    this.#standing.lost(reason);
    this.#firstWord.resolve();
    if (isNews) {
      this.#probeLater();
    }
  }

  #regained(): void {
    this.#answering = true;
    const wasLost = this.#standing.regained();
    this.#firstWord.resolve();
    if (wasLost) {
      this.#onRegained();
    }
  }

  #probeLater(): void {
    clearTimeout(this.#timer);
    const delayMs =
      this.#standing.state === 'available' ? PROBE_WHILE_AVAILABLE_MS : PROBE_WHILE_LOST_MS;
    this.#timer = setTimeout(() => void this.#probe(), delayMs).unref();
  }

  async #probe(): Promise<void> {
    if (this.#probing || this.#closed) {
      return;
    }
    this.#probing = true;
    await this.#ask();
    this.#probing = false;
    if (!this.#closed) {
      this.#probeLater();
    }
  }

  async #ask(): Promise<void> {
    if (this.#client.status !== 'ready') {
      return;
    }
    try {
      const written = this.#client.set(this.#probeKey, '1', 'PX', PROBE_KEY_TTL_MS);
      await within(this.#timeoutMs, written);
      this.#regained();
    } catch (error) {
      const reason = redisFailure(error);
      this.#lost(reason);
      if (reason === NO_ANSWER) {
        this.#answering = false;
        // The network may have dropped the connection without a word; a new one finds out.
        this.#client.disconnect(true);
      }
    }
  }
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

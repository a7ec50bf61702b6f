import type { RedisClient } from './redis-client.ts';

/** An access list without the channel is mended by hand, not within a second. */
const AFTER_REFUSAL_MS = 5_000;

/** The server has answered, with an error. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError';

/**
 * Word from other replicas that they have stored a state, over pub/sub. Delivery is at most once
 * (https://redis.io/docs/latest/develop/pubsub/#delivery-semantics), so every gap in the
 * subscription counts as word too.
 */
export class RedisNotices {
  readonly #connect: () => RedisClient;
  readonly #channel: string;
  readonly #self: string;
  readonly #listeners = new Set<() => void>();
  #subscriber: RedisClient | undefined;
  #missed = false;
  #retry: NodeJS.Timeout | undefined;

  /** @param self what this replica's own notices say; they are not passed on. */
  constructor(connect: () => RedisClient, channel: string, self: string) {
    this.#connect = connect;
    this.#channel = channel;
    this.#self = self;
  }

  /** @returns how to stop. */
  listen(listener: () => void): () => void {
    // An own function each time: one callback may be registered twice, and stopped once.
    const entry = (): void => listener();
    this.#listeners.add(entry);
    this.#subscriber ??= this.#subscribe();
    return () => {
      this.#listeners.delete(entry);
    };
  }

  /** After an outage: the subscription may be dead without knowing it, and notices are lost. */
  restart(): void {
    this.#subscriber?.disconnect(true);
    this.#notify();
  }

  close(): void {
    this.#listeners.clear();
    clearTimeout(this.#retry);
    this.#subscriber?.disconnect();
  }

  #subscribe(): RedisClient {
    const subscriber = this.#connect();
    // The session beside it reports the store's state; two voices would be noise.
    subscriber.on('error', () => undefined);
    subscriber.on('close', () => {
      this.#missed = true;
    });
    subscriber.on('ready', () => void this.#resume(subscriber));
    subscriber.on('message', (_channel: string, sender: string) => {
      if (sender !== this.#self) {
        this.#notify();
      }
    });
    return subscriber;
  }

  async #resume(subscriber: RedisClient): Promise<void> {
    clearTimeout(this.#retry);
    if (subscriber.status !== 'ready') return;
    try {
      await subscriber.subscribe(this.#channel);
    } catch (error) {
      if (isRefusal(error)) {
        // A new connection would be refused as well, and at once.
        this.#retry = setTimeout(() => void this.#resume(subscriber), AFTER_REFUSAL_MS).unref();
      } else {
        subscriber.disconnect(true);
      }
      return;
    }
    if (this.#missed) {
      this.#missed = false;
      this.#notify();
    }
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) {
      listener();
    }
  }
}

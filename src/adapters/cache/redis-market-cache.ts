import { createHash, randomUUID } from 'node:crypto';
import { CLOCK_SKEW_MS } from '../../domain/market/clock-skew.ts';
import type { MarketState } from '../../domain/market/state.ts';
import type { Logger } from '../../domain/ports/logger.ts';
import type { CacheStatus, Lease, MarketCache } from '../../domain/ports/market-cache.ts';
import type { MarketStateCodec } from './market-state-codec.ts';
import { connectRedis } from './redis-client.ts';
import type { RedisLocation } from './redis-location.ts';
import { RedisNotices } from './redis-notices.ts';
import { ACQUIRE_LEASE, RELEASE_LEASE, WRITE_STATE } from './redis-scripts.ts';
import { RedisSession } from './redis-session.ts';

export interface RedisMarketCacheOptions {
  readonly location: RedisLocation;
  readonly codec: MarketStateCodec;
  readonly logger: Logger;
  /** Unix ms. */
  readonly now: () => number;
  /** The bound of every operation, in ms. */
  readonly timeoutMs?: number;
}

/** Twice a slow round trip between two data centres, and no wait that a user would notice. */
const DEFAULT_TIMEOUT_MS = 250;

/** {@link MarketCache} on Redis 6.2 or later, or Valkey, shared by the replicas of one deployment. */
export class RedisMarketCache implements MarketCache {
  /** This process among the replicas. */
  readonly #self = randomUUID();
  readonly #codec: MarketStateCodec;
  readonly #now: () => number;
  readonly #keys: Keys;
  readonly #session: RedisSession;
  readonly #notices: RedisNotices;
  /** SHA-1 of the last stored body that was read and not understood; empty if there was none. */
  #unreadable = '';

  constructor({
    location,
    codec,
    logger,
    now,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: RedisMarketCacheOptions) {
    this.#codec = codec;
    this.#now = now;
    this.#keys = keysOf(location);
    const connect = () => connectRedis(location, timeoutMs);
    this.#notices = new RedisNotices(connect, this.#keys.channel, this.#self);
    this.#session = new RedisSession(connect(), {
      probeKey: this.#keys.probe,
      timeoutMs,
      logger,
      onRegained: () => this.#notices.restart(),
    });
  }

  async read(): Promise<MarketState | undefined> {
    const body = await this.#session.run(async (client) => {
      try {
        return await client.hgetBuffer(this.#keys.state, 'body');
      } catch (error) {
        // Another type under the key is as good as nothing; the next write replaces it.
        if (error instanceof Error && error.message.startsWith('WRONGTYPE')) {
          return null;
        }
        throw error;
      }
    });
    const state = body === null ? undefined : this.#decode(body);
    this.#unreadable = body !== null && state === undefined ? sha1(body) : '';
    return state;
  }

  async write(state: MarketState, lease: Lease): Promise<boolean> {
    const stored = await this.#session.run((client) =>
      client.eval(
        WRITE_STATE,
        1,
        this.#keys.state,
        lease.token,
        state.snapshot?.assembledAt ?? 0,
        this.#codec.encode(state),
        this.#unreadable,
        this.#keys.channel,
        this.#self,
        this.#now() + CLOCK_SKEW_MS,
      ),
    );
    return stored === 1;
  }

  async acquireLease(ttlMs: number): Promise<Lease | undefined> {
    const { lease, fence, state } = this.#keys;
    const token = await this.#session.run((client) =>
      client.eval(ACQUIRE_LEASE, 3, lease, fence, state, Math.ceil(ttlMs), this.#self),
    );
    return typeof token === 'number' ? { token } : undefined;
  }

  async releaseLease({ token }: Lease): Promise<void> {
    await this.#session.run((client) =>
      client.eval(RELEASE_LEASE, 1, this.#keys.lease, this.#self, token),
    );
  }

  watch(onStored: () => void): () => void {
    return this.#notices.listen(onStored);
  }

  status(): CacheStatus {
    return this.#session.status;
  }

  async close(): Promise<void> {
    this.#notices.close();
    this.#session.close();
  }

  #decode(body: Buffer): MarketState | undefined {
    try {
      return this.#codec.decode(body.toString('utf8'));
    } catch {
      return undefined;
    }
  }
}

interface Keys {
  readonly state: string;
  readonly lease: string;
  readonly fence: string;
  readonly probe: string;
  readonly channel: string;
}

/** One hash tag, so that a cluster holds all of them in one slot and a script may touch them all. */
const keysOf = ({ namespace, db }: RedisLocation): Keys => {
  const tag = `{${namespace}:market}`;
  return {
    state: `${tag}:state`,
    lease: `${tag}:lease`,
    fence: `${tag}:fence`,
    probe: `${tag}:probe`,
    // Channels are shared by all databases of a server.
    channel: `${tag}:stored:${db}`,
  };
};

const sha1 = (body: Buffer): string => createHash('sha1').update(body).digest('hex');

import { isAhead } from '../../domain/market/clock-skew.ts';
import type { MarketState } from '../../domain/market/state.ts';
import type { CacheStatus, Lease, MarketCache } from '../../domain/ports/market-cache.ts';
import { LocalLease } from './local-lease.ts';

/** Holds the state for as long as the process lives. For one replica. */
export class MemoryMarketCache implements MarketCache {
  readonly #now: () => number;
  readonly #lease: LocalLease;
  #stored: { readonly state: MarketState; readonly token: number } | undefined;

  /** @param now Unix ms. */
  constructor(now: () => number) {
    this.#now = now;
    this.#lease = new LocalLease(now);
  }

  async read(): Promise<MarketState | undefined> {
    return this.#stored?.state;
  }

  async write(state: MarketState, lease: Lease): Promise<boolean> {
    if (this.#stored && isSuperseded(this.#stored, state, lease, this.#now())) return false;
    this.#stored = { state, token: lease.token };
    return true;
  }

  async acquireLease(ttlMs: number): Promise<Lease | undefined> {
    return this.#lease.acquire(ttlMs);
  }

  async releaseLease(lease: Lease): Promise<void> {
    this.#lease.release(lease);
  }

  /** No other process can store anything here. */
  watch(): () => void {
    return () => undefined;
  }

  status(): CacheStatus {
    return { status: 'ok' };
  }

  async close(): Promise<void> {}
}

/** What is stored came under a later lease, or is a later snapshot, though of a time that has come. */
const isSuperseded = (
  stored: { readonly state: MarketState; readonly token: number },
  state: MarketState,
  lease: Lease,
  now: number,
): boolean => {
  if (stored.token > lease.token) return true;
  const assembledAt = stored.state.snapshot?.assembledAt ?? 0;
  return assembledAt > (state.snapshot?.assembledAt ?? 0) && !isAhead(assembledAt, now);
};

import type { MarketState } from '../market/state.ts';

/**
 * Where the market's state outlives the process and, with a shared store, meets the other replicas.
 * No operation waits longer than the adapter's own bound; a store that does not answer rejects with
 * {@link CacheUnavailable}, and the caller goes on from its own memory.
 */
export interface MarketCache {
  /** The stored state; undefined where there is none, or none that this version understands. */
  read(): Promise<MarketState | undefined>;
  /**
   * Stores the state whole, unless what is stored was written under a later lease or holds a later
   * snapshot.
   * @returns whether it was stored.
   */
  write(state: MarketState, lease: Lease): Promise<boolean>;
  /**
   * The right to refresh, for one holder at a time; undefined while another holds it. It ends by
   * itself after `ttlMs`, so that a killed holder is replaced.
   */
  acquireLease(ttlMs: number): Promise<Lease | undefined>;
  /** Gives the lease back early; does nothing if it has passed to another. */
  releaseLease(lease: Lease): Promise<void>;
  /** Calls back whenever another process has stored a state. @returns how to stop. */
  watch(onStored: () => void): () => void;
  status(): CacheStatus;
  close(): Promise<void>;
}

export interface Lease {
  /**
   * The fencing token: each lease has a greater one than all before it, so that a holder that was
   * paused past its lease cannot overwrite its successor's work.
   */
  readonly token: number;
}

export interface CacheStatus {
  readonly status: 'ok' | 'degraded';
  readonly reason?: string;
}

/** The store did not answer, or refused. */
export class CacheUnavailable extends Error {
  readonly code = 'cache-unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CacheUnavailable';
  }
}

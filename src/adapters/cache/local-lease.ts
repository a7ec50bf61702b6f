import type { Lease } from '../../domain/ports/market-cache.ts';

/** The lease of a cache that one process has to itself. */
export class LocalLease {
  readonly #now: () => number;
  #token = 0;
  #heldUntil = 0;

  /** @param now Unix ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  acquire(ttlMs: number): Lease | undefined {
    const now = this.#now();
    if (now < this.#heldUntil) return undefined;
    this.#token += 1;
    this.#heldUntil = now + ttlMs;
    return { token: this.#token };
  }

  release(lease: Lease): void {
    if (lease.token === this.#token) this.#heldUntil = 0;
  }
}

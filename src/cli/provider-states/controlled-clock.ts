import type { Clock } from '../../domain/ports/clock.ts';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is told to move on. */
export class ControlledClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  /** @param now Unix ms. */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal?.aborted) {
      reject(signal.reason);
      return promise;
    }
    const abort = () => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason);
    };
    const sleeper = {
      wakesAt: this.#now + ms,
      wake: () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
        resolve();
      },
    };
    this.#sleepers.add(sleeper);
    signal?.addEventListener('abort', abort, { once: true });
    return promise;
  }

  /** Moves on, and wakes whoever has waited long enough. */
  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.wakesAt <= this.#now) sleeper.wake();
  }
}

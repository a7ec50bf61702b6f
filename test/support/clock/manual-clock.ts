import type { Clock } from '../../../src/domain/ports/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  /** @param now Unix ms. */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Moves the time on, waking what was to wake on the way, and lets what that starts take its course. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything that waits for promises alone, and not for time, come to rest. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

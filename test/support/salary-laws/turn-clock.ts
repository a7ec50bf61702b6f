import type { Clock } from '../../../src/domain/ports/clock.ts';

interface Waiter {
  readonly resolve: () => void;
}

/** A clock on which waiting ends when the test says so, one turn at a time. */
export class TurnClock implements Clock {
  #now: number;
  #waiting: Waiter[] = [];
  #onWait: (() => void) | undefined;
  /** What each call asked to wait, in ms. */
  readonly asked: number[] = [];

  constructor(now: number = Date.UTC(2027, 0, 2)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    this.asked.push(ms);
    return new Promise((resolve, reject) => {
      const waiter = { resolve };
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        reject(signal.reason);
      });
      this.#waiting.push(waiter);
      this.#onWait?.();
    });
  }

  /** Ends every wait, and resolves once as many waits have begun again. */
  async turn(ms = 500): Promise<void> {
    await this.#until(1);
    const released = this.#waiting;
    this.#waiting = [];
    this.#now += ms;
    for (const { resolve } of released) resolve();
    await this.#until(released.length);
  }

  #until(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#waiting.length < count) return;
        this.#onWait = undefined;
        resolve();
      };
      this.#onWait = look;
      look();
    });
  }
}

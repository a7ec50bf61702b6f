import type { Clock } from '../../../src/domain/ports/clock.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/**
 * The machine's clock, set to another time and moved on at will, so that a test passes five minutes
 * or a week without waiting. A delay ends when the clock shows its time, by itself or because it was
 * moved on.
 */
export class ShiftedClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #shift: number;

  /** @param startsAt Unix ms that the clock shows at first. */
  constructor(startsAt: number) {
    this.#shift = startsAt - Date.now();
  }

  now(): number {
    return Date.now() + this.#shift;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const end = () => {
        clearTimeout(timer);
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const wake = () => {
        end();
        resolve();
      };
      const sleeper = { due: this.now() + ms, wake };
      // As with the machine's clock, a delay does not keep the process alive by itself.
      const timer = setTimeout(wake, ms).unref();
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', abort);
    });
  }

  /** Wakes, in their order, those whose time has come by this. */
  advance(ms: number): void {
    this.#shift += ms;
    const now = this.now();
    const due = [...this.#sleepers].filter((sleeper) => sleeper.due <= now);
    for (const { wake } of due.toSorted((a, b) => a.due - b.due)) wake();
  }
}

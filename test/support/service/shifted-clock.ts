import { systemClock } from '../../../src/adapters/clock/system-clock.ts';
import type { Clock } from '../../../src/domain/ports/clock.ts';

/**
 * The machine's clock, set to another time and moved on at will, so that a test passes five minutes
 * or a week without waiting. What waits for a delay waits for real.
 */
export class ShiftedClock implements Clock {
  #shift: number;

  /** @param startsAt Unix ms that the clock shows at first. */
  constructor(startsAt: number) {
    this.#shift = startsAt - Date.now();
  }

  now(): number {
    return Date.now() + this.#shift;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.delay(ms, signal);
  }

  advance(ms: number): void {
    this.#shift += ms;
  }
}

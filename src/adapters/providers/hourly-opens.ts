import { HOUR_MS } from './provider.ts';

const DAY_HOURS = 24;

/**
 * What an instrument cost at each full hour, from a venue's hourly candles. One answer that covers
 * the last day also holds the earlier ends of the next day's changes, so that a venue is asked for
 * its candles about once a day.
 */
export class HourlyOpens {
  readonly #opens = new Map<number, number>();

  /** The price 24 hours before `now`, to the nearest full hour; undefined where it is not known. */
  dayBefore(now: number): number | undefined {
    return this.#opens.get(Math.round(now / HOUR_MS - DAY_HOURS));
  }

  /** @param candles pairs of a candle's start in Unix seconds and its open. */
  learn(now: number, candles: Iterable<readonly [seconds: number, open: number]>): void {
    for (const [seconds, open] of candles) this.#opens.set((seconds * 1_000) / HOUR_MS, open);
    const oldest = now / HOUR_MS - DAY_HOURS - 1;
    for (const hour of this.#opens.keys()) if (hour < oldest) this.#opens.delete(hour);
  }
}

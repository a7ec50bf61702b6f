import type { Change } from '../../domain/market/quote.ts';
import { HOUR_MS } from './provider.ts';
import { changeBetween, type Refusal } from './reading.ts';

const DAY_HOURS = 24;

/**
 * What an instrument cost at each full hour, from a venue's hourly candles. One answer that covers
 * the last day also holds the earlier ends of the next day's changes, so that a venue is asked for
 * its candles about once a day.
 */
export class HourlyOpens {
  readonly #opens = new Map<number, number>();

  /** Whether the price 24 hours before `now`, to the nearest full hour, is known. */
  knowsDayBefore(now: number): boolean {
    return this.#dayBefore(now) !== undefined;
  }

  /** The change over the 24 hours to `now`; undefined where its earlier end is not known. */
  change(now: number, value: number | Refusal): Change | undefined {
    const earlier = this.#dayBefore(now);
    return earlier === undefined ? undefined : changeBetween(earlier, value, '24h');
  }

  /** @param candles pairs of a candle's start in Unix seconds and its open. */
  learn(now: number, candles: Iterable<readonly [seconds: number, open: number]>): void {
    for (const [seconds, open] of candles) this.#opens.set((seconds * 1_000) / HOUR_MS, open);
    const oldest = now / HOUR_MS - DAY_HOURS - 1;
    for (const hour of this.#opens.keys()) if (hour < oldest) this.#opens.delete(hour);
  }

  #dayBefore(now: number): number | undefined {
    return this.#opens.get(Math.round(now / HOUR_MS - DAY_HOURS));
  }
}

import type { Instrument } from '../../domain/market/instrument.ts';
import type { Change, PastValues } from '../../domain/market/quote.ts';
import { HOUR_MS } from './provider.ts';
import { changeBetween, type Refusal } from './reading.ts';

const DAY_HOURS = 24;

/**
 * What instruments cost at each full hour, from a venue's hourly candles. One answer that covers the
 * last day also holds the earlier ends of the next day's changes, so that a venue is asked for its
 * candles about once a day.
 */
export class HourlyOpens {
  readonly #opens: Map<number, Partial<Record<Instrument, number>>>;

  /** @param past what {@link toPast} once gave. */
  constructor(past: readonly PastValues[]) {
    this.#opens = new Map(past.map(({ observedAt, values }) => [observedAt, { ...values }]));
  }

  /** Whether the price 24 hours before `now`, to the nearest full hour, is known. */
  knowsDayBefore(instrument: Instrument, now: number): boolean {
    return this.#dayBefore(instrument, now) !== undefined;
  }

  /** The change over the 24 hours to `now`; undefined where its earlier end is not known. */
  change(instrument: Instrument, now: number, value: number | Refusal): Change | undefined {
    const earlier = this.#dayBefore(instrument, now);
    return earlier === undefined ? undefined : changeBetween(earlier, value, '24h');
  }

  /** @param candles pairs of a candle's start in Unix seconds and its open. */
  learn(instrument: Instrument, candles: Iterable<readonly [seconds: number, open: number]>): void {
    for (const [seconds, open] of candles) {
      const start = seconds * 1_000;
      if (start % HOUR_MS !== 0) continue;
      this.#opens.set(start, { ...this.#opens.get(start), [instrument]: open });
    }
  }

  /** What is known of the hours that a change can still be measured from, the earliest first. */
  toPast(now: number): readonly PastValues[] {
    const oldest = now - (DAY_HOURS + 1) * HOUR_MS;
    return [...this.#opens]
      .filter(([observedAt]) => observedAt >= oldest && observedAt <= now)
      .toSorted(([a], [b]) => a - b)
      .map(([observedAt, values]) => ({ observedAt, values }));
  }

  #dayBefore(instrument: Instrument, now: number): number | undefined {
    return this.#opens.get(Math.round(now / HOUR_MS - DAY_HOURS) * HOUR_MS)?.[instrument];
  }
}

import type { Instrument } from '../../domain/market/instrument.ts';
import type { PastValues } from '../../domain/market/quote.ts';
import { parseDay } from './calendar-day.ts';
import type { Refusal } from './reading.ts';

/** What a source that publishes by the day said of one day, entry by entry as read. */
export interface DayValues {
  /** As `2026-10-05`. */
  readonly date: string;
  readonly values: readonly (readonly [Instrument, number | Refusal])[];
}

/** A day as it is remembered: what was refused, or cannot be stored as a price, is left out. */
export const toPast = ({ date, values }: DayValues): PastValues => {
  const prices = values.flatMap(([instrument, value]) =>
    typeof value === 'number' && value > 0 && Number.isFinite(value)
      ? [[instrument, value] as const]
      : [],
  );
  return { observedAt: parseDay(date) ?? 0, values: Object.fromEntries(prices) };
};

/** The values of the day written `2026-10-05`, where they are remembered. */
export const onDay = (past: readonly PastValues[], date: string): PastValues | undefined =>
  past.find(({ observedAt }) => observedAt === parseDay(date));

/** The values of the last remembered day before the one written `2026-10-05`. */
export const lastBefore = (past: readonly PastValues[], date: string): PastValues | undefined => {
  const start = parseDay(date) ?? 0;
  return newest(
    past.filter(({ observedAt }) => observedAt < start),
    1,
  )[0];
};

/** The newest days, once each, the newest first. */
export const newest = (past: readonly PastValues[], count: number): readonly PastValues[] =>
  [...new Map(past.map((day) => [day.observedAt, day])).values()]
    .toSorted((a, b) => b.observedAt - a.observedAt)
    .slice(0, count);

import type { CalendarDay, IsoDate } from './calendar-day.ts';

const DAY_MS = 86_400_000;

/**
 * The platform's own Solar Hijri calendar (CLDR `persian`) is the one reference for conversions;
 * only Gregorian to Jalali is needed, since every date is given in both.
 */
const persian = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The Solar Hijri date of a Gregorian day, `YYYY-MM-DD`; undefined for what is no day. */
export const jalaliOf = (gregorian: IsoDate): string | undefined => {
  const time = Date.parse(`${gregorian}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  const parts = new Map(persian.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
};

/** The Gregorian day after. */
export const dayAfter = (gregorian: IsoDate): IsoDate | undefined => {
  const time = Date.parse(`${gregorian}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + DAY_MS).toISOString().slice(0, 10);
};

export const sameDay = (day: CalendarDay): boolean => jalaliOf(day.gregorian) === day.jalali;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

/** The three forms of RFC 9110 section 5.6.7; all are case-sensitive and in GMT. */
const FORMS = [
  new RegExp(`^${DAY}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d{2})-${MONTH}-(?<shortYear>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * An HTTP-date as Unix ms, or undefined where it is none. `Date.parse` will not do: it takes many
 * other spellings, which section 13.1.3 wants ignored, and reads the asctime form as local time.
 *
 * @param now Unix ms, to place a two-digit year: one that seems more than 50 years ahead is past.
 */
export const parseHttpDate = (text: string, now: number = Date.now()): number | undefined => {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts) return toUnixMs(parts, now);
  }
  return undefined;
};

const toUnixMs = (parts: Record<string, string | undefined>, now: number): number | undefined => {
  const year = parts.shortYear ? fullYear(Number(parts.shortYear), now) : Number(parts.year);
  const month = MONTHS.indexOf(parts.month ?? '');
  const day = Number(parts.day);
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month, day);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
};

const fullYear = (shortYear: number, now: number): number => {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + shortYear;
  return year > thisYear + 50 ? year - 100 : year;
};

/** Unix ms in the preferred form, IMF-fixdate; fractions of a second are dropped. */
export const formatHttpDate = (unixMs: number): string => new Date(unixMs).toUTCString();

/** Milliseconds in a day. */
export const DAY_MS = 86_400_000;

const CALENDAR_DAY = /^(\d{4})([-/])(\d{2})\2(\d{2})$/;

/** The UTC calendar day of a Unix time in ms, as `2026-10-05`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Unix ms of 00:00 UTC of the day that `at` lies in. */
export const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** Unix ms of 00:00 UTC of a day written `2026-10-05` or `2026/10/05`; undefined for anything else. */
export const parseDay = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || !CALENDAR_DAY.test(text)) return undefined;
  const day = text.replaceAll('/', '-');
  const at = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  return Number.isNaN(at) || dayOf(at) !== day ? undefined : at;
};

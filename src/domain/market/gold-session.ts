/**
 * The trading week of spot gold: Sunday 18:00 to Friday 17:00 New York time, with a break from 17:00
 * to 18:00 each day. Public holidays are not known here; on them a live source simply stops moving.
 */
const HOUR_MS = 3_600_000;
const OPENING_HOUR = 18;
const CLOSING_HOUR = 17;
/** Long enough to step over any weekend; a quote older than this is past every age limit. */
const LONGEST_LOOK_BACK_HOURS = 14 * 24;

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** New York's offset from UTC is whole hours, so an hour of UTC is open or closed as a whole. */
function isOpenHour(hourStart: number): boolean {
  const parts = newYork.formatToParts(hourStart);
  const weekday = parts.find((part) => part.type === 'weekday')?.value;
  const hour = Number(parts.find((part) => part.type === 'hour')?.value);
  if (weekday === 'Sat') return false;
  if (weekday === 'Sun') return hour >= OPENING_HOUR;
  if (weekday === 'Fri') return hour < CLOSING_HOUR;
  return hour !== CLOSING_HOUR;
}

const floorToHour = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;

/**
 * The last instant at or before `time` at which gold traded: `time` itself within a session, else
 * the close before it. Sources whose clock ticks through the weekend are dated by it.
 *
 * @param time Unix ms.
 */
export function lastTradedAt(time: number): number {
  let hour = floorToHour(time);
  if (isOpenHour(hour)) return time;
  for (let step = 0; step < LONGEST_LOOK_BACK_HOURS; step += 1) {
    hour -= HOUR_MS;
    if (isOpenHour(hour)) return hour + HOUR_MS;
  }
  return time;
}

/** How long gold traded between two instants, in ms: the age of a quote that a weekend does not add to. */
export function tradedMsBetween(from: number, to: number): number {
  if (to <= from) return to - from;
  if (to - from > LONGEST_LOOK_BACK_HOURS * HOUR_MS) return to - from;
  let open = 0;
  for (let hour = floorToHour(from); hour < to; hour += HOUR_MS) {
    if (isOpenHour(hour)) open += Math.min(to, hour + HOUR_MS) - Math.max(from, hour);
  }
  return open;
}

import type { Change, ChangeBasis } from '../../domain/market/quote.ts';
import { DAY_MS, parseDay, startOfDay } from './calendar-day.ts';

/** Why one entry of an answer is not taken; a short phrase for logs, never the entry itself. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** How a provider writes its numbers: as JSON numbers, or as strings of decimal digits. */
export type NumberStyle = 'number' | 'decimal-string';

// No sign of grouping, no hexadecimal, no blanks: what Number() would forgive, a rate does not.
const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

const numberIn = (raw: unknown, style: NumberStyle): number | undefined => {
  if (style === 'number') return typeof raw === 'number' ? raw : undefined;
  return typeof raw === 'string' && DECIMAL.test(raw) ? Number(raw) : undefined;
};

/** A price: finite and above zero, written the way the provider documents. */
export const readPrice = (raw: unknown, style: NumberStyle): number | Refusal => {
  const value = numberIn(raw, style);
  if (value === undefined || Number.isNaN(value)) return new Refusal('not a number');
  if (!Number.isFinite(value)) return new Refusal('not finite');
  if (value === 0) return new Refusal('zero');
  return value < 0 ? new Refusal('negative') : value;
};

/** A price as {@link readPrice}, turned over: units per USD into USD per unit, or the reverse. */
export const readInverse = (raw: unknown, style: NumberStyle): number | Refusal => {
  const value = readPrice(raw, style);
  if (value instanceof Refusal) return value;
  const inverse = 1 / value;
  return Number.isFinite(inverse) ? inverse : new Refusal('not finite');
};

/** The middle of a bid and an ask; refused where either is, or where they cross. */
export const midPrice = (
  rawBid: unknown,
  rawAsk: unknown,
  style: NumberStyle,
): number | Refusal => {
  const bid = readPrice(rawBid, style);
  if (bid instanceof Refusal) return bid;
  const ask = readPrice(rawAsk, style);
  if (ask instanceof Refusal) return ask;
  return bid > ask ? new Refusal('bid above ask') : (bid + ask) / 2;
};

/** When a value was observed, in Unix ms, and how exactly the provider says so. */
export interface Observation {
  readonly at: number;
  readonly precision: 'instant' | 'day';
}

/** Rounded to whole milliseconds, in which the service counts. */
export const instant = (at: unknown): Observation | Refusal =>
  typeof at === 'number' && Number.isFinite(at) && at > 0
    ? { at: Math.round(at), precision: 'instant' }
    : new Refusal('no time');

/** Seconds since the epoch, as a JSON number or as a string. */
export const instantOfSeconds = (raw: unknown, style: NumberStyle): Observation | Refusal => {
  const seconds = numberIn(raw, style);
  return instant(seconds === undefined ? undefined : seconds * 1000);
};

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** An ISO 8601 time in UTC; a time without its zone is refused. */
export const instantOfIso = (raw: unknown): Observation | Refusal =>
  instant(typeof raw === 'string' && ISO_INSTANT.test(raw) ? Date.parse(raw) : undefined);

export const day = (raw: unknown): Observation | Refusal => {
  const at = parseDay(raw);
  return at === undefined ? new Refusal('no date') : { at, precision: 'day' };
};

const CLOCK_SLACK_MS = 60_000;

/**
 * Whether an observation lies further ahead than clocks differ: 60 s, or one day where only the day
 * is known (it is tomorrow already east of Greenwich).
 */
export const isInFuture = (observed: Observation, now: number): boolean =>
  observed.precision === 'day'
    ? observed.at > startOfDay(now) + DAY_MS
    : observed.at > now + CLOCK_SLACK_MS;

/** The change between two values of one source; undefined where either is refused. */
export const changeBetween = (
  earlier: number | Refusal,
  later: number | Refusal,
  basis: ChangeBasis,
): Change | undefined => {
  if (earlier instanceof Refusal || later instanceof Refusal) return undefined;
  return changeOf(((later - earlier) / earlier) * 100, basis);
};

/**
 * A change that the source states itself, in percent; undefined where it states none that can be
 * true (a price cannot lose all its worth and still be a price).
 */
export const changeOf = (
  raw: unknown,
  basis: ChangeBasis,
  style: NumberStyle = 'number',
): Change | undefined => {
  const percent = numberIn(raw, style);
  return percent !== undefined && Number.isFinite(percent) && percent > -100
    ? { percent, basis }
    : undefined;
};

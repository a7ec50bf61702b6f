import type { Instrument } from './instrument.ts';

/**
 * How a 24-hour change was measured:
 * `24h` both ends 24 hours apart; `previous-close` this fixing or close against the one before it;
 * `unknown` no two ends of one source are at hand, and the number is 0 because it must be a number.
 */
export type ChangeBasis = '24h' | 'previous-close' | 'unknown';

/** A change in percent of the earlier value; both ends are of one source and one series. */
export interface Change {
  readonly percent: number;
  readonly basis: ChangeBasis;
}

/** One provider's word on one instrument, already in the instrument's own unit and direction. */
export interface Quote {
  readonly instrument: Instrument;
  /** In the unit that {@link Instrument} fixes; finite and above zero. */
  readonly value: number;
  /**
   * Unix ms at which the provider says the value was observed. A source that dates its values by
   * day alone gives the start of that day in UTC; one that gives no time at all, the time of the
   * answer (`Date` less `Age`).
   */
  readonly observedAt: number;
  /** The source's own change figure, where it gives one or both dated ends. */
  readonly change?: Change;
}

/** A source's values of one past moment, as it published them: the earlier ends of its changes. */
export interface PastValues {
  /** Unix ms; the start of the day in UTC where the source dates by day alone. */
  readonly observedAt: number;
  /** In the instruments' own units. */
  readonly values: Readonly<Partial<Record<Instrument, number>>>;
}

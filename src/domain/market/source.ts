import type { Instrument } from './instrument.ts';

/** A provider's name as it stands in `sources`, in settings and in logs, such as `currency-api`. */
export type SourceName = string;

/** `live` sources quote all day; `daily` ones publish a fixing or a build per day. */
export type Cadence = 'live' | 'daily';

/** What the domain must know of a source to weigh its word. Durations in milliseconds. */
export interface SourceProfile {
  readonly name: SourceName;
  readonly cadence: Cadence;
  /** Sources of one vote group draw on the same data and are one voice. */
  readonly voteGroup: string;
  /** Where only two voices are left and disagree, the lower rank is believed. */
  readonly rank: number;
  /** The shortest time between two polls that the provider's published limits and cadence ask for. */
  readonly pollEveryMs: number;
  /** How old a quote may be, by its own observation time, and still be used. */
  readonly usableForMs: number;
  /** Instruments with a longer or shorter age limit than the rest of the source. */
  readonly usableForMsOf?: Readonly<Partial<Record<Instrument, number>>>;
  /** What one poll costs the provider, and what the provider allows; for the printed plan. */
  readonly budget: PollBudget;
}

export interface PollBudget {
  /** HTTP requests one poll makes, at most, when all goes well. */
  readonly callsPerPoll: number;
  /** Requests that the provider allows in a day, as published or, where nothing is, as judged safe. */
  readonly callsPerDayAllowed: number;
  /** Where the allowance comes from, in a few words. */
  readonly allowanceSource: string;
}

/** Age limit of a source for one instrument, in ms. */
export const usableForMs = (profile: SourceProfile, instrument: Instrument): number =>
  profile.usableForMsOf?.[instrument] ?? profile.usableForMs;

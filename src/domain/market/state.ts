import type { ProviderFailure } from '../ports/rate-provider.ts';
import type { Instrument } from './instrument.ts';
import type { PastValues, Quote } from './quote.ts';
import type { Snapshot } from './snapshot.ts';
import type { SourceName } from './source.ts';

/**
 * All that the market side must remember, as plain JSON-safe data: what a restarted process reads
 * from disk, and what replicas share. Times are Unix ms.
 */
export interface MarketState {
  /** The last good snapshot; null until the first. */
  readonly snapshot: Snapshot | null;
  readonly sources: Readonly<Record<SourceName, SourceState>>;
}

/** What is known of one source. */
export interface SourceState {
  /** The last quote of each instrument that passed the sanity gate. */
  readonly quotes: ByInstrument<HeldQuote>;
  /** Quotes that are held back until they are confirmed. */
  readonly quarantine: ByInstrument<QuarantinedQuote>;
  /** Instruments for which the consensus left the source out; it must come closer to vote again. */
  readonly outliers: readonly Instrument[];
  /** Own observations of the last 72 hours, of instruments whose change the source does not tell. */
  readonly history: ByInstrument<readonly HistoryPoint[]>;
  /** What the source itself has told of its past, so that no replica needs to ask for it again. */
  readonly past: readonly PastValues[];
  /** Names the host that it was last asked at, so that another host does not inherit its outage. */
  readonly host: string | null;
  /** When it was last asked and answered or failed to; null if it never was. */
  readonly attemptedAt: number | null;
  /** When its last good answer arrived; null if it never did. */
  readonly succeededAt: number | null;
  /** When it may be asked again. */
  readonly nextPollAt: number;
  /** The outage it is in; null while it answers. */
  readonly outage: SourceOutage | null;
  /** What of its last good answer could not be used, and why. */
  readonly refusals: readonly Refusal[];
}

export type ByInstrument<Value> = Readonly<Partial<Record<Instrument, Value>>>;

export interface HeldQuote extends Quote {
  /** When the service received it. */
  readonly obtainedAt: number;
}

export interface QuarantinedQuote {
  readonly quote: HeldQuote;
  /** Polls in a row in which the source has said so. */
  readonly polls: number;
}

export interface SourceOutage {
  readonly code: ProviderFailure;
  readonly since: number;
  /** Polls that have failed in a row. */
  readonly failures: number;
}

export interface Refusal {
  readonly instrument: Instrument;
  readonly reason: string;
}

/** `[observedAt in Unix ms, value in the instrument's unit]`; a pair, since there are many. */
export type HistoryPoint = readonly [observedAt: number, value: number];

export const UNASKED: SourceState = {
  quotes: {},
  quarantine: {},
  outliers: [],
  history: {},
  past: [],
  host: null,
  attemptedAt: null,
  succeededAt: null,
  nextPollAt: 0,
  outage: null,
  refusals: [],
};

/** The entries of a map by instrument, with their keys' type kept. */
export const entriesOf = <Value>(map: ByInstrument<Value>): [Instrument, Value][] =>
  Object.entries(map) as [Instrument, Value][];

/** The values of a map by instrument. */
export const valuesOf = <Value>(map: ByInstrument<Value>): Value[] => Object.values(map) as Value[];

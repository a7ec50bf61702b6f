import type { ProviderFailure } from '../ports/rate-provider.ts';
import type { Instrument } from './instrument.ts';
import type { Quote } from './quote.ts';
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
  readonly history: History;
}

/** What is known of one source. */
export interface SourceState {
  /** The quotes of its last good answer, in no particular order. */
  readonly quotes: readonly Quote[];
  /** When its last good answer arrived; null if it never did. */
  readonly succeededAt: number | null;
  /** When it may be asked again. */
  readonly nextPollAt: number;
  /** The outage it is in; null while it is up. */
  readonly failure: SourceOutage | null;
  /** What the sanity gate and the consensus remember of its quotes. */
  readonly memory: Readonly<Partial<Record<Instrument, QuoteMemory>>>;
}

export interface SourceOutage {
  readonly code: ProviderFailure;
  readonly since: number;
  /** Polls that have failed in a row. */
  readonly failures: number;
}

export interface QuoteMemory {
  /** The last value that passed the gate; null if none did. */
  readonly accepted: number | null;
  /** A value that is held back until it is confirmed; null if there is none. */
  readonly quarantined: { readonly value: number; readonly polls: number } | null;
  /** The consensus left it out as an outlier; it must come closer than it left to vote again. */
  readonly outlier: boolean;
}

/** Own observations of the last 72 hours, of sources that tell no change themselves. */
export type History = Readonly<
  Record<SourceName, Readonly<Partial<Record<Instrument, readonly HistoryPoint[]>>>>
>;

/** `[observedAt in Unix ms, value in the instrument's unit]`; a pair, since there are many. */
export type HistoryPoint = readonly [observedAt: number, value: number];

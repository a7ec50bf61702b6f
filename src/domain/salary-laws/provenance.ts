import type { CalendarDay, IsoDate } from './calendar-day.ts';

/**
 * `confirmed` independent sources agree; `derived` computed by a rule from another value;
 * `single-source` rests on one source; `disputed` sources disagree, and `disputes` says how.
 */
export type Confidence = 'confirmed' | 'derived' | 'single-source' | 'disputed';

/** What one value rests on. What is not known is absent, never guessed. */
export interface Provenance {
  /** The act, resolution, decision or circular. */
  readonly instrument: string;
  /** Its number, article or clause. */
  readonly number?: string;
  readonly date?: CalendarDay;
  /** Its title in its own words. */
  readonly title?: string;
  readonly url?: string;
  readonly confidence: Confidence;
  /** How many independent sources agree, at least. */
  readonly independentSources?: number;
  /** When the value was last compared with its collected sources. */
  readonly lastCheckedOn: IsoDate;
  /** Where the value was read. */
  readonly sources: readonly string[];
  readonly notes?: readonly string[];
  readonly disputes?: readonly Dispute[];
}

/** What other sources say, and why it was not followed. */
export interface Dispute {
  readonly claim: string;
  /** The other value, where it is one number, in the unit of the value in dispute. */
  readonly value?: number;
  readonly sources: readonly string[];
  readonly judgement: string;
}

/** Keyed by the member that it vouches for. */
export type ProvenanceMap = Readonly<Record<string, Provenance>>;

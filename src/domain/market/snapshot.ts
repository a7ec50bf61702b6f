import type { Group, RialKind } from './instrument.ts';
import type { ChangeBasis } from './quote.ts';
import type { SourceName } from './source.ts';

/** A published number with what a reader needs to judge it. */
export interface Figure {
  readonly value: number;
  /** Percent; 0 where `changeBasis` is `unknown`. */
  readonly change24h: number;
  readonly changeBasis: ChangeBasis;
  /** Unix ms of the oldest observation that the value rests on. */
  readonly observedAt: number;
  /** Unix ms until which the sources behind it, on their own schedules, stand by it. Not published. */
  readonly validUntil: number;
  /** The sources whose word it is. Published for the snapshot as a whole. */
  readonly sources: readonly SourceName[];
}

/** `value`: units of the currency per 1 USD. */
export interface CurrencyEntry extends Figure {
  readonly code: string;
  /** On IRR alone: which of the two series this is. */
  readonly rateType?: RialKind;
}

/** `value`: rial per gram of fine gold. */
export type GoldEntry = Figure;

/** `value`: USD per coin. */
export interface CryptoEntry extends Figure {
  readonly symbol: string;
}

/** What a group of a snapshot rests on. */
export interface GroupSupport {
  /** Its sources failed, and what is published is a last good value. */
  readonly restsOnLastGood: boolean;
  /** Unix ms until which its sources, on their own schedules, stand behind it. */
  readonly validUntil: number;
}

/** One coherent set of market figures. A snapshot exists only once each group has a value. */
export interface Snapshot {
  /**
   * Unix ms at which the snapshot was assembled; the body's `timestamp`. Moves only with a new
   * observation, never because time has passed.
   */
  readonly assembledAt: number;
  /** In order of code; USD (exactly 1) and IRR are always among them. */
  readonly currencies: readonly CurrencyEntry[];
  readonly gold: GoldEntry;
  /** In order of symbol. */
  readonly crypto: readonly CryptoEntry[];
  /** Exactly the sources that contributed a value, in order of name. */
  readonly sources: readonly SourceName[];
  readonly groups: Readonly<Record<Group, GroupSupport>>;
}

/**
 * `live`: this response waited for the refresh that assembled the snapshot. `cached`: served from
 * the cache while its sources stand behind it. `stale`: older than that, or a group rests on a last
 * good value.
 */
export type Freshness = 'live' | 'cached' | 'stale';

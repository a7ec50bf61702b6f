import type { RialKind } from './instrument.ts';
import type { SourceName } from './source.ts';
import type { MarketState, SourceState } from './state.ts';

/** What a replica, by its settings, can make use of. */
export interface Usage {
  /** The sources that are on. */
  readonly sources: ReadonlySet<SourceName>;
  readonly irr: RialKind;
}

/**
 * As much of a stored state as fits the settings: a snapshot of another kind of rial, or of sources
 * since switched off, is not this replica's to serve.
 */
export function fitting(stored: MarketState, { sources: on, irr }: Usage): MarketState {
  const sources = Object.fromEntries(
    Object.entries(stored.sources).filter(([name]) => on.has(name)),
  );
  const fits =
    stored.snapshot?.sources.every((name) => on.has(name)) &&
    stored.snapshot.currencies.some(({ rateType }) => rateType === irr);
  return { sources, snapshot: fits ? stored.snapshot : null };
}

/**
 * Whoever moves a source to another host, because the first blocks him, say, starts anew there.
 * @param hostOf names the host at which each source is asked now.
 */
export function withoutOutagesElsewhere(
  sources: Readonly<Record<SourceName, SourceState>>,
  hostOf: (source: SourceName) => string,
  now: number,
): Readonly<Record<SourceName, SourceState>> {
  const moved = Object.entries(sources)
    .filter(([name, { outage, host }]) => outage && host !== hostOf(name))
    // As of now, or what is stored would be the later word.
    .map(([name, state]) => [name, { ...state, outage: null, attemptedAt: now, nextPollAt: now }]);
  return { ...sources, ...Object.fromEntries(moved) };
}

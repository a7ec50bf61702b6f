import type { Cadence, SourceName } from './source.ts';

/** One source's voice on one instrument. */
export interface Vote {
  readonly source: SourceName;
  readonly voteGroup: string;
  readonly rank: number;
  readonly cadence: Cadence;
  readonly value: number;
  /** The last consensus left this source out. */
  readonly wasOutlier: boolean;
}

/** Highest-ranked first; by name where ranks tie, so that the order of arrival never matters. */
export const byRank = (
  a: { readonly rank: number; readonly source: SourceName },
  b: { readonly rank: number; readonly source: SourceName },
): number => a.rank - b.rank || (a.source < b.source ? -1 : 1);

/**
 * Who may vote: a daily fixing has no voice while a live source speaks, since the median of a price
 * and of yesterday's price is neither; and of sources that draw on the same data only the
 * highest-ranked has one.
 */
export function electorate(votes: readonly Vote[]): readonly Vote[] {
  const ranked = votes.toSorted(byRank);
  const live = ranked.filter((vote) => vote.cadence === 'live');
  const heard = new Map<string, Vote>();
  for (const vote of live.length > 0 ? live : ranked) {
    if (!heard.has(vote.voteGroup)) heard.set(vote.voteGroup, vote);
  }
  return [...heard.values()];
}

import { deviation, median } from './median.ts';
import { rejectOutliers } from './outliers.ts';
import { electorate, type Vote } from './vote.ts';

export interface Consensus {
  readonly value: number;
  /** The votes that the value rests on. */
  readonly voters: readonly Vote[];
  /** Votes left out as too far from the rest. */
  readonly outliers: readonly Vote[];
}

/**
 * The value that independent sources support. Three or more: the median without outliers. Two: their
 * mean if they agree within `tolerance`, else the higher-ranked. One: as it is.
 *
 * @param votes at least one.
 * @param tolerance a fraction, see `InstrumentLimits.tolerance`.
 */
export function consensus(votes: readonly Vote[], tolerance: number): Consensus {
  const voters = electorate(votes);
  const [first, second] = voters;
  if (!first) throw new RangeError('consensus of no votes');
  if (!second) return { value: first.value, voters, outliers: [] };

  if (voters.length === 2) {
    const agree = deviation(second.value, first.value) <= tolerance;
    return agree
      ? { value: median([first.value, second.value]), voters, outliers: [] }
      : { value: first.value, voters: [first], outliers: [] };
  }

  const { kept, outliers } = rejectOutliers(voters, tolerance);
  // Two camps of equal strength leave no one near the middle: believe the higher-ranked camp's head.
  if (kept.length === 0) return { value: first.value, voters: [first], outliers: [] };
  return { value: median(kept.map((vote) => vote.value)), voters: kept, outliers };
}

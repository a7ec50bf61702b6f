import { deviation, median } from './median.ts';
import type { Vote } from './vote.ts';

/**
 * Splits three or more votes into those near their median and the outliers. A vote leaves when it
 * lies further than `tolerance` from the median and returns only within half of that, so that a
 * source at the edge does not flicker in and out (CF Benchmarks' rule for erroneous data).
 */
export function rejectOutliers(
  votes: readonly Vote[],
  tolerance: number,
): { readonly kept: readonly Vote[]; readonly outliers: readonly Vote[] } {
  const middle = median(votes.map((vote) => vote.value));
  const isOutlier = (vote: Vote) =>
    deviation(vote.value, middle) > (vote.wasOutlier ? tolerance / 2 : tolerance);
  return {
    kept: votes.filter((vote) => !isOutlier(vote)),
    outliers: votes.filter(isOutlier),
  };
}

import type { Digest } from '../ports/dataset-digest.ts';
import { canonicalLaws } from './canonical.ts';
import type { ValidPublication, ValidSalaryLaws } from './dataset.ts';

/**
 * Makes the bytes that are served, and their revision.
 * @param publishedAt Unix ms, whole seconds.
 */
export const publish = (
  laws: ValidSalaryLaws,
  publishedAt: number,
  digest: Digest,
): ValidPublication => {
  // Nothing comes before or after `NaN`: with it the order of versions would not be kept.
  if (!Number.isSafeInteger(publishedAt)) throw new RangeError('a publication needs an instant');
  const canonical = canonicalLaws(laws);
  const body = JSON.stringify(canonical);
  return { laws: canonical, body, revision: digest(body), publishedAt };
};

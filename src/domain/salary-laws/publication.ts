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
  const canonical = canonicalLaws(laws);
  const body = JSON.stringify(canonical);
  return { laws: canonical, body, revision: digest(body), publishedAt };
};

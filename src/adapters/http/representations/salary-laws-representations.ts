import type { PublishedSalaryLaws } from '../../../domain/salary-laws/dataset.ts';
import { Representation } from './representation.ts';

interface Made {
  readonly representation: Representation;
  /** Unix ms of its `Last-Modified`. */
  readonly dated: number;
}

/**
 * One representation per published dataset; its tags derive from the dataset's revision.
 *
 * While a dataset is dated ahead of the clock its `Last-Modified` is the time of the answer: RFC 9110
 * section 8.8.2.1 allows none later than `Date`, and nobody could tell a change by one.
 */
export class SalaryLawsRepresentations {
  readonly #made = new WeakMap<PublishedSalaryLaws, Made>();
  readonly #now: () => number;

  /** @param now Unix ms of the clock that `Date` is taken from, which is the machine's own. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  of(published: PublishedSalaryLaws): Representation {
    const made = this.#made.get(published);
    const { body, revision: digest, publishedAt } = published;
    if (made?.dated === publishedAt) return made.representation;
    const dated = Math.min(publishedAt, wholeSeconds(this.#now()));
    if (made?.dated === dated) return made.representation;
    const representation =
      made?.representation.dated(dated) ??
      new Representation({ body: Buffer.from(body), digest, lastModified: dated });
    this.#made.set(published, { representation, dated });
    return representation;
  }
}

const wholeSeconds = (unixMs: number): number => Math.floor(unixMs / 1000) * 1000;

/** Spec section 8: one hour in shared caches, with stale-while-revalidate. */
export const SALARY_LAWS_CACHE_CONTROL =
  'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800';

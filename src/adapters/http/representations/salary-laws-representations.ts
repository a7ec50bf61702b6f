import type { PublishedSalaryLaws } from '../../../domain/salary-laws/dataset.ts';
import { Representation } from './representation.ts';

/** One representation per published dataset; its tags derive from the dataset's revision. */
export class SalaryLawsRepresentations {
  readonly #made = new WeakMap<PublishedSalaryLaws, Representation>();

  of(published: PublishedSalaryLaws): Representation {
    let representation = this.#made.get(published);
    if (!representation) {
      const { body, revision, publishedAt } = published;
      representation = new Representation({
        body: Buffer.from(body),
        digest: revision,
        lastModified: publishedAt,
      });
      this.#made.set(published, representation);
    }
    return representation;
  }
}

/** Spec section 8: one hour in shared caches, with stale-while-revalidate. */
export const SALARY_LAWS_CACHE_CONTROL =
  'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800';

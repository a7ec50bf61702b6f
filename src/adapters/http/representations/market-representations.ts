import type { MarketView } from '../../../application/views.ts';
import type { Freshness, Snapshot } from '../../../domain/market/snapshot.ts';
import { marketBody, type Names } from './market-body.ts';
import { Representation } from './representation.ts';

/** One representation per snapshot and freshness, for as long as the snapshot itself is held. */
export class MarketRepresentations {
  readonly #names: Names;
  readonly #made = new WeakMap<Snapshot, Map<Freshness, Representation>>();

  constructor(names: Names) {
    this.#names = names;
  }

  of({ snapshot, freshness }: MarketView): Representation {
    let labelled = this.#made.get(snapshot);
    if (!labelled) {
      labelled = new Map();
      this.#made.set(snapshot, labelled);
    }
    let representation = labelled.get(freshness);
    if (!representation) {
      representation = Representation.ofText(marketBody(snapshot, freshness, this.#names));
      labelled.set(freshness, representation);
    }
    return representation;
  }
}

/**
 * A stored copy must not outlive the label it carries. `cached` stays true for a known time; `live`
 * is true of one response alone, and `stale` ends with the next success: both are revalidated.
 */
export const marketCacheControl = ({ freshness, labelHoldsForMs }: MarketView): string => {
  const maxAge = freshness === 'cached' ? Math.max(0, Math.floor(labelHoldsForMs / 1000)) : 0;
  return `public, max-age=${maxAge}, must-revalidate`;
};

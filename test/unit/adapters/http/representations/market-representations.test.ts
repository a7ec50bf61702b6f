import { describe, expect, it } from '@jest/globals';
import { MarketRepresentations } from '../../../../../src/adapters/http/representations/market-representations.ts';
import { aMarketView, aSnapshot } from '../../../../support/http/fixtures.ts';

describe('MarketRepresentations', () => {
  const counted = () => {
    const asked = { times: 0 };
    const representations = new MarketRepresentations({
      currency: (code) => {
        asked.times += 1;
        return code;
      },
      crypto: (symbol) => symbol,
    });
    return { asked, representations };
  };

  it('serialises once per snapshot and freshness, however often it is asked', () => {
    const { asked, representations } = counted();
    const snapshot = aSnapshot();
    for (let n = 0; n < 5; n += 1) {
      for (const freshness of ['live', 'cached', 'stale'] as const) {
        representations.of(aMarketView({ snapshot, freshness, labelHoldsForMs: n }));
      }
    }
    expect(asked.times).toBe(3 * snapshot.currencies.length);
  });

  it('compresses once per coding', () => {
    const { representations } = counted();
    const view = aMarketView();
    for (const coding of ['identity', 'gzip', 'br'] as const) {
      const body = representations.of(view).variant(coding).body;
      expect(representations.of(view).variant(coding).body).toBe(body);
    }
  });

  it('prepares the header fields anew only when Cache-Control changes', () => {
    const variant = counted().representations.of(aMarketView()).variant('gzip');
    const headers = variant.headers('public, max-age=2');
    expect(variant.headers('public, max-age=2')).toBe(headers);
    expect(variant.headers('public, max-age=1')).not.toEqual(headers);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { marketBody } from '../../../../../src/adapters/http/representations/market-body.ts';
import type { ChangeBasis } from '../../../../../src/domain/market/quote.ts';
import { aSnapshot, NOON } from '../../../../support/http/fixtures.ts';
import { schemaDeviations } from '../../../../support/http/openapi-validator.ts';

const names = {
  currency: (code: string) => `c ${code}`,
  crypto: (symbol: string) => `k ${symbol}`,
};

const figure = {
  value: fc.double({ min: 1e-12, max: 1e15, noNaN: true }),
  change24h: fc.double({ min: -100, max: 1e6, noNaN: true }),
  changeBasis: fc.constantFrom<ChangeBasis>('24h', 'previous-close', 'unknown'),
  observedAt: fc.integer({ min: 0, max: 4e12 }),
  validUntil: fc.constant(NOON),
  sources: fc.constant(['frankfurter']),
};
const code = fc.stringMatching(/^[A-Z]{3}$/);
const snapshots = fc
  .record({
    assembledAt: fc.integer({ min: 0, max: 4e12 }),
    currencies: fc.uniqueArray(fc.record({ code, ...figure }), { selector: (entry) => entry.code }),
    gold: fc.record(figure),
    crypto: fc.uniqueArray(fc.record({ symbol: code, ...figure }), {
      selector: (entry) => entry.symbol,
      minLength: 1,
    }),
  })
  .map((values) => {
    const own = values.currencies.filter((entry) => entry.code !== 'USD' && entry.code !== 'IRR');
    return aSnapshot({ ...values, currencies: [...own, ...aSnapshot().currencies.slice(1)] });
  });
const freshness = fc.constantFrom('live', 'cached', 'stale');

describe('marketBody', () => {
  it('is what the interface description says, for any snapshot', () => {
    fc.assert(
      fc.property(snapshots, freshness, (snapshot, label) => {
        const body: unknown = JSON.parse(marketBody(snapshot, label, names));
        expect(schemaDeviations('/components/schemas/MarketResponse', body, 'body')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every figure, under its own key and with its own name', () => {
    fc.assert(
      fc.property(snapshots, freshness, (snapshot, label) => {
        const { data } = JSON.parse(marketBody(snapshot, label, names));
        expect(Object.keys(data.currencies)).toHaveLength(snapshot.currencies.length);
        for (const { code, value, change24h, changeBasis, observedAt } of snapshot.currencies) {
          const expected = {
            code,
            name: `c ${code}`,
            rate: value,
            change24h,
            changeBasis,
            observedAt,
          };
          expect(data.currencies[code]).toMatchObject(JSON.parse(JSON.stringify(expected)));
        }
        for (const { symbol, value } of snapshot.crypto) {
          expect(data.crypto[symbol]).toMatchObject({
            symbol,
            name: `k ${symbol}`,
            priceUSD: value,
          });
        }
        expect(data.gold.pricePerGram).toBe(snapshot.gold.value);
      }),
      { numRuns: 300 },
    );
  });

  it('gives equal bytes for equal snapshots, and others for another freshness', () => {
    fc.assert(
      fc.property(snapshots, freshness, (snapshot, label) => {
        const body = marketBody(snapshot, label, names);
        expect(marketBody(structuredClone(snapshot), label, names)).toBe(body);
        const other = label === 'stale' ? 'live' : 'stale';
        expect(marketBody(snapshot, other, names)).not.toBe(body);
      }),
      { numRuns: 300 },
    );
  });
});

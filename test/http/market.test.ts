import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MarketUnavailable } from '../../src/application/views.ts';
import { exchange } from '../support/http/exchange.ts';
import { aMarketView, aSnapshot, NOON } from '../support/http/fixtures.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

interface MarketBody {
  readonly ok: boolean;
  readonly data: Record<string, unknown> & {
    readonly currencies: Record<string, Record<string, unknown>>;
    readonly crypto: Record<string, Record<string, unknown>>;
  };
}

describe('GET /api/market', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.useCases.marketAnswer = aMarketView();
  });

  const get = () => exchange(service.port, 'GET /api/market');
  const body = async () => (await get()).json<MarketBody>();

  it('ok is always true on success', async () => {
    for (const freshness of ['live', 'cached', 'stale'] as const) {
      service.useCases.marketAnswer = aMarketView({ freshness });
      expect((await body()).ok).toBe(true);
    }
  });

  it('the body has exactly the members ok and data, and data exactly its seven', async () => {
    const { ok, data, ...rest } = await body();
    expect({ ok, rest }).toEqual({ ok: true, rest: {} });
    expect(Object.keys(data)).toEqual([
      'timestamp',
      'currencies',
      'gold',
      'crypto',
      'units',
      'sources',
      'freshness',
    ]);
  });

  it('units are always exactly the four constants', async () => {
    expect((await body()).data.units).toEqual({
      currencyBase: 'USD',
      iranCurrency: 'IRR',
      goldPricePerGram: 'IRR',
      cryptoPrice: 'USD',
    });
  });

  it('currencies keys equal code, crypto keys equal symbol', async () => {
    const { currencies, crypto } = (await body()).data;
    expect(Object.entries(currencies).map(([key, { code }]) => key === code)).toEqual([
      true,
      true,
      true,
    ]);
    expect(Object.entries(crypto).map(([key, { symbol }]) => key === symbol)).toEqual([true, true]);
  });

  it('USD has rate exactly 1, and IRR says which of the two series it is', async () => {
    const { currencies } = (await body()).data;
    expect(currencies.USD?.rate).toBe(1);
    expect(currencies.IRR).toEqual({
      code: 'IRR',
      name: 'Name of IRR',
      rate: 1_312_500,
      change24h: 0.4,
      changeBasis: '24h',
      observedAt: NOON - 60_000,
      rateType: 'official',
    });
    expect(currencies.EUR).not.toHaveProperty('rateType');
  });

  it('gold is a price per gram and crypto a price in USD, each with its change and its basis', async () => {
    const { gold, crypto } = (await body()).data;
    const observedAt = NOON - 60_000;
    expect(gold).toEqual({
      pricePerGram: 168_402_113,
      change24h: 1.02,
      changeBasis: '24h',
      observedAt,
    });
    expect(crypto.USDT).toEqual({
      symbol: 'USDT',
      name: 'Name of USDT',
      priceUSD: 1.0002,
      change24h: 0,
      changeBasis: 'unknown',
      observedAt,
    });
  });

  it('timestamp is when the snapshot was assembled, sources are exactly its sources', async () => {
    const { timestamp, sources } = (await body()).data;
    expect(timestamp).toBe(NOON);
    expect(sources).toEqual(['coingecko', 'frankfurter', 'gold-api']);
  });

  it.each([
    ['live', 300_000, 'public, max-age=0, must-revalidate'],
    ['cached', 200_999, 'public, max-age=200, must-revalidate'],
    ['cached', 999, 'public, max-age=0, must-revalidate'],
    ['cached', -5, 'public, max-age=0, must-revalidate'],
    ['stale', 300_000, 'public, max-age=0, must-revalidate'],
  ] as const)(
    'a stored copy never outlives the label %s that holds for %d ms',
    async (freshness, labelHoldsForMs, expected) => {
      service.useCases.marketAnswer = aMarketView({ freshness, labelHoldsForMs });
      const response = await get();
      expect(response.json<MarketBody>().data.freshness).toBe(freshness);
      expect(response.headers.get('cache-control')).toBe(expected);
    },
  );

  it('Cache-Control follows the clock while body and tag stay', async () => {
    const snapshot = aSnapshot();
    service.useCases.marketAnswer = aMarketView({ snapshot, labelHoldsForMs: 9000 });
    const first = await get();
    service.useCases.marketAnswer = aMarketView({ snapshot, labelHoldsForMs: 4000 });
    const second = await get();
    expect(second.text()).toBe(first.text());
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('cache-control')).toBe('public, max-age=4, must-revalidate');
  });

  it('another freshness or another value is another tag; an equal snapshot is the same', async () => {
    const tagOf = async (view: Parameters<typeof aMarketView>[0]) => {
      service.useCases.marketAnswer = aMarketView(view);
      return (await get()).headers.get('etag');
    };
    const tag = await tagOf({});
    expect(await tagOf({ snapshot: aSnapshot() })).toBe(tag);
    expect(await tagOf({ freshness: 'stale' })).not.toBe(tag);
    expect(await tagOf({ snapshot: aSnapshot({ assembledAt: NOON + 1 }) })).not.toBe(tag);
  });

  it.each([
    [2500, '3'],
    [1, '1'],
    [0, '1'],
    [-1, '1'],
    [Number.NaN, '1'],
  ])(
    'without anything to serve: 500, the error body, Retry-After for %d ms is %s',
    async (retryAfterMs, expected) => {
      service.useCases.marketAnswer = new MarketUnavailable('redis://secret', retryAfterMs);
      const response = await get();
      expect(response.status).toBe(500);
      expect(response.json()).toEqual({
        ok: false,
        error: 'Market rates are not available at the moment. Retry later.',
      });
      expect(response.headers.get('retry-after')).toBe(expected);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(service.logger.at('error')).toEqual([]);
    },
  );
});

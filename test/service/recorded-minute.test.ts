import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MarketData } from '../support/service/market-body.ts';
import { TestWorld } from '../support/service/test-world.ts';

/**
 * The bodies of 2026-10-05, 09:37 UTC, as they were recorded, through the whole service. Every figure
 * below is worked out by hand from those bodies.
 */
describe('the recorded minute of 2026-10-05', () => {
  let world: TestWorld;
  let official: MarketData;
  let market: MarketData;

  beforeAll(async () => {
    world = await TestWorld.start();
    world.freezeUpstreams();
    const memory = { CACHE_URL: 'memory:' };
    official = await (await world.startService({ env: memory })).market();
    const env = {
      ...memory,
      MARKET_IRR: 'market',
      MARKET_PROVIDERS: 'frankfurter,gold-api,coingecko,nobitex,rial-archive',
    };
    market = await (await world.startService({ env })).market();
  });
  afterAll(() => world.close());

  it('BTC is the median of five live sources, and its change the middle one of theirs', () => {
    // In order: coinpaprika 85836.8634397365, coingecko 85843, kraken 85861.20, bitstamp 85864.00,
    // coinbase 85866.19. All lie within 0.03 % of the middle one; the tolerance is 0.5 %.
    // currency-api's 1 / 0.000011648904 = 85845 is the day's, and has no voice beside live ones.
    //
    // Changes, in order: coinpaprika 0.59, coingecko 0.657, kraken 85861.2 / 85262.4 (its hour
    // nearest to 24 h ago, 10:00) - 1 = 598.8 / 85262.4 = 0.702303 %, coinbase 85866.19 / 85236.12
    // - 1 = 0.7392 %, bitstamp 0.78.
    //
    // The oldest of the five observations is coinpaprika's.
    expect(official.crypto.BTC).toMatchObject({
      priceUSD: 85_861.2,
      change24h: 0.702303,
      changeBasis: '24h',
      observedAt: Date.parse('2026-10-05T09:36:15Z'),
    });
  });

  it('ETH is the median of the same five', () => {
    // 2700.9014182113, 2701.30, 2701.41, 2701.52, 2701.59.
    expect(official.crypto.ETH?.priceUSD).toBe(2701.41);
  });

  it('EUR is the median of three fixings, and its change the middle one of theirs', () => {
    // In order: currency-api 0.89081211, ecb 1 / 1.1225 = 0.8908685968(8), frankfurter 0.89087.
    //
    // Changes against the fixing before: currency-api 0.89081211 / 0.89092004 - 1 = -0.0121 %,
    // frankfurter 0.89087 / 0.89093 - 1 = -0.00006 / 0.89093 = -0.00673454 %, ecb +0.1 %.
    //
    // The oldest of the three is the ECB's, of Friday; this is Monday morning.
    expect(official.currencies.EUR).toMatchObject({
      rate: 0.8908685969,
      change24h: -0.00673454,
      changeBasis: 'previous-close',
      observedAt: Date.parse('2026-10-02T00:00:00Z'),
    });
  });

  it('GBP crosses the euro where the source is based on it', () => {
    // In order: ecb 0.85140 / 1.1225 = 0.758486, currency-api 0.75850317, frankfurter 0.75861.
    expect(official.currencies.GBP?.rate).toBe(0.75850317);
  });

  it('official IRR is disputed, so the higher-ranked source is believed alone', () => {
    // currency-api's 1,346,904 lies 26.8 % below frankfurter's 1,839,926; the tolerance is 10 %.
    // Change: 1839926 / 1838412 - 1 = 1514 / 1838412 = 0.0823537 %.
    expect(official.currencies.IRR).toMatchObject({
      rate: 1_839_926,
      rateType: 'official',
      change24h: 0.0823537,
      changeBasis: 'previous-close',
      observedAt: Date.parse('2026-10-02T00:00:00Z'),
    });
  });

  it('a gram of gold is the live ounce in grams times that IRR', () => {
    // gold-api, the one live source: 4152.399902, of which single precision is good for 4152.400.
    // 4152.4 / 31.1034768 = 133.5027600515... USD per gram; times 1,839,926 = 245,635,199.2906 rial.
    //
    // Change: of the ounce, currency-api's fixings, the highest-ranked that tells one:
    // (1 / 0.00024085903) / (1 / 0.00024098821) - 1 = 0.0536330 %. With IRR's 0.0823537 %:
    // 1.000536330 * 1.000823537 - 1 = 0.136031 %.
    expect(official.gold).toMatchObject({
      pricePerGram: 245_635_199.3,
      change24h: 0.136031,
      changeBasis: 'previous-close',
    });
  });

  it('sources are those whose word is in it, and nobody else', () => {
    // nbp gives gold alone, by the day, and neither its price nor its change was chosen.
    expect(official.sources).toEqual([
      'bitstamp',
      'coinbase',
      'coingecko',
      'coinpaprika',
      'currency-api',
      'ecb',
      'frankfurter',
      'gold-api',
      'kraken',
    ]);
    expect(official.freshness).toBe('live');
  });

  it('shows every active currency that a source gives, and all the coins that are asked for', () => {
    expect(Object.keys(official.currencies).length).toBeGreaterThanOrEqual(150);
    const coins = ['ADA', 'BNB', 'BTC', 'DOGE', 'ETH', 'SOL', 'TON', 'TRX', 'USDT', 'XRP'];
    expect(Object.keys(official.crypto)).toEqual(coins);
  });

  it('open-market IRR is the middle of the order book in rial, and gold follows it', () => {
    // nobitex: (2535290 + 2535500) / 2 = 2,535,395; the day's 253,540 toman of rial-archive have no
    // voice beside it. Against the open of its candle of 10:00 the day before:
    // 2535395 / 2443760 - 1 = 91635 / 2443760 = 3.74975 %.
    expect(market.currencies.IRR).toMatchObject({
      rate: 2_535_395,
      rateType: 'market',
      change24h: 3.74975,
      changeBasis: '24h',
    });
    // 133.5027600515... * 2,535,395 = 338,482,230.3210.
    expect(market.gold.pricePerGram).toBe(338_482_230.3);
    expect(market.sources).toEqual(['coingecko', 'frankfurter', 'gold-api', 'nobitex']);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import type { MarketData } from '../support/service/market-body.ts';
import { MarketDrift } from '../support/service/market-drift.ts';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DEFAULT_PROVIDERS = CATALOGUE.filter(({ onByDefault }) => onByDefault).map(
  ({ profile }) => profile,
);
const COIN_SOURCES = DEFAULT_PROVIDERS.filter(
  ({ cadence, name }) => cadence === 'live' && name !== 'gold-api',
).map(({ name }) => name);
/** Rial per USD, as recorded. */
const FRANKFURTER_RIAL = 1_839_926;

describe('outages', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  it('a week with every single-source outage in turn: no group goes dark, and the body is honest', async () => {
    const drift = new MarketDrift(() => world.clock.now());
    for (const name of world.upstreams.names) drift.apply(world.upstreams, name);
    const service = await world.startService({ publicPace: true });
    const first = await service.market();
    const outageOf = (hour: number) =>
      DEFAULT_PROVIDERS[Math.floor(hour / 16) % DEFAULT_PROVIDERS.length]?.name ?? '';

    for (let hour = 2; hour < 7 * 24; hour += 2) {
      const failing = outageOf(hour);
      if (failing !== outageOf(hour - 2) || hour === 2) {
        const before = world.upstreams.provider(outageOf(hour - 2));
        before.recover();
        drift.apply(world.upstreams, before.name);
        world.upstreams.provider(failing).status(500);
      }
      world.clock.advance(2 * HOUR);
      const data = await service.market();
      const where = `hour ${hour}, without ${failing}: `;
      const moved = (figure: (data: typeof first) => number | undefined) =>
        (figure(data) ?? Number.NaN) / ((figure(first) ?? Number.NaN) * drift.factor);

      expect(where + data.freshness).toMatch(/live|cached/);
      expect(Object.keys(data.currencies).length).toBe(Object.keys(first.currencies).length);
      expect(Object.keys(data.crypto)).toEqual(Object.keys(first.crypto));
      // After two hours a coin's price is past its age limit. Gold's may be the close of the week.
      if (COIN_SOURCES.includes(failing)) expect(data.sources).not.toContain(failing);
      expect(moved(({ crypto }) => crypto.BTC?.priceUSD)).toBeCloseTo(1, 2);
      expect(moved(({ currencies }) => currencies.GBP?.rate)).toBeCloseTo(1, 2);
      // The simulated price moves on while the market is closed; the last one traded stands.
      expect(moved(({ gold, currencies }) => gold.pricePerGram / rialOf(currencies))).toBeCloseTo(
        1,
        failing === 'gold-api' ? 1 : 2,
      );
      // The two official rials lie a quarter apart. An outage of sixteen hours is no reason to move
      // from one to the other: the fixing stands until the next one is due.
      expect(rialOf(data.currencies)).toBe(FRANKFURTER_RIAL);
    }
    expect(service.logger.at('error')).toEqual([]);
  });

  it.each(['frankfurter', 'currency-api', 'ecb', 'nbp'])(
    'a daily source that is silent past its age limit is named no more: %s',
    async (name) => {
      const service = await world.startService({ publicPace: true });
      await service.market();
      world.upstreams.provider(name).status(500);
      for (let day = 0; day < 8; day += 1) {
        world.clock.advance(DAY);
        await service.refreshed();
      }
      const { sources, freshness } = await service.market();
      expect(sources).not.toContain(name);
      expect(freshness).toBe('cached');
    },
  );

  it.each<[string, string, string[], (data: MarketData) => unknown]>([
    [
      'crypto',
      'frankfurter,gold-api,coingecko,coinpaprika',
      ['coingecko', 'coinpaprika'],
      (data) => data.crypto,
    ],
    ['gold', 'er-api,gold-api,coingecko', ['gold-api'], (data) => data.gold.pricePerGram],
    [
      'currencies',
      'frankfurter,currency-api,gold-api,coingecko',
      ['frankfurter', 'currency-api'],
      // The dollar is dated by the snapshot itself.
      ({ currencies: { USD: _, ...rest } }) => rest,
    ],
  ])(
    'with all sources of %s down the others stay fresh, and the word is stale',
    async (group, providers, down, held) => {
      const drift = new MarketDrift(() => world.clock.now());
      for (const name of world.upstreams.names) drift.apply(world.upstreams, name);
      const service = await world.startService({ env: { MARKET_PROVIDERS: providers } });
      const first = await service.market();
      for (const name of down) world.upstreams.provider(name).status(500);
      for (let refresh = 1; refresh <= 4; refresh += 1) {
        // In the end longer than any live price may be used by its age.
        world.clock.advance(30 * MINUTE);
        const data = await service.refreshed();
        expect(data.freshness).toBe('stale');
        expect(held(data)).toEqual(held(first));
        expect(data.timestamp).toBeGreaterThanOrEqual(first.timestamp + refresh * 30 * MINUTE);
        const moved = {
          crypto: data.crypto.BTC?.priceUSD !== first.crypto.BTC?.priceUSD,
          gold: data.gold.pricePerGram !== first.gold.pricePerGram,
          currencies: data.currencies.GBP?.rate !== first.currencies.GBP?.rate,
        };
        const all = { crypto: true, gold: true, currencies: true };
        expect(moved).toEqual({ ...all, [group]: false });
      }
      expect((await service.get('/api/ready')).status).toBe(200);
      expect((await service.get('/api/health')).json()).toMatchObject({
        status: 'degraded',
        checks: { market: { status: 'degraded' }, sources: { status: 'ok' } },
      });
    },
  );
});

const rialOf = (currencies: MarketData['currencies']): number => currencies.IRR?.rate ?? Number.NaN;

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
/** Every provider that gives rial of either kind, and one for each other group. */
const ALL_KINDS = 'frankfurter,currency-api,er-api,nobitex,rial-archive,gold-api,coingecko';
const GRAMS_PER_OUNCE = 31.1034768;
/** gold-api's recorded ounce, in USD. */
const OUNCE = 4152.4;

describe('both kinds of rial', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  const start = (irr: 'official' | 'market', providers = ALL_KINDS) =>
    world.startService({ env: { MARKET_IRR: irr, MARKET_PROVIDERS: providers } });

  it.each([
    ['official', 1_300_000, 1_900_000],
    ['market', 2_500_000, 2_600_000],
  ] as const)(
    '%s is labelled, lies between %d and %d, and is what gold is priced in',
    async (irr, least, most) => {
      const { currencies, gold, sources } = await (await start(irr)).market();
      const rial = currencies.IRR;
      expect(rial?.rateType).toBe(irr);
      expect(rial?.rate).toBeGreaterThan(least);
      expect(rial?.rate).toBeLessThan(most);
      expect(gold.pricePerGram).toBeCloseTo(
        Number((((rial?.rate ?? 0) * OUNCE) / GRAMS_PER_OUNCE).toPrecision(10)),
        3,
      );
      // These two give nothing but the open market's rial.
      const fromMarket = sources.filter((name) => ['nobitex', 'rial-archive'].includes(name));
      expect(fromMarket).toEqual(irr === 'market' ? ['nobitex'] : []);
      const labelled = Object.values(currencies).filter(({ rateType }) => rateType !== undefined);
      expect(labelled).toEqual([rial]);
    },
  );

  it('when the market has no source left, its last good rial stays, never the official one', async () => {
    const service = await start('market');
    const first = await service.market();
    for (const name of ['nobitex', 'rial-archive']) world.upstreams.provider(name).status(500);
    for (let refresh = 0; refresh < 3; refresh += 1) {
      world.clock.advance(20 * MINUTE);
      const { currencies, freshness } = await service.refreshed();
      expect(currencies.IRR).toEqual(first.currencies.IRR);
      expect(freshness).toBe('stale');
    }
  });

  it('a stored snapshot of one kind is not served as the other', async () => {
    const official = await start('official');
    await official.market();
    await official.stop();
    world.everyUpstream((upstream) => upstream.status(500));

    const market = await start('market');
    const { currencies } = await market.market();
    expect(currencies.IRR).toMatchObject({ rateType: 'market' });
    expect(currencies.IRR?.rate).toBeGreaterThan(2_500_000);
  });

  it('a toman figure never passes for rial', async () => {
    const service = await start('market', 'frankfurter,nobitex,gold-api,coingecko');
    const first = await service.market();
    world.upstreams.provider('nobitex').change('irr:market', (rial) => rial / 10);
    for (let poll = 0; poll < 6; poll += 1) {
      world.clock.advance(6 * MINUTE);
      expect((await service.refreshed()).currencies.IRR?.rate).toBe(first.currencies.IRR?.rate);
    }
  });

  it('toman from the first answer on gives no figures rather than wrong ones', async () => {
    world.upstreams.provider('nobitex').change('irr:market', (rial) => rial / 10);
    const service = await world.startService({
      env: {
        NODE_ENV: 'production',
        SHUTDOWN_DRAIN_MS: '0',
        MARKET_IRR: 'market',
        MARKET_PROVIDERS: 'frankfurter,nobitex,gold-api,coingecko',
      },
    });
    for (let poll = 0; poll < 6; poll += 1) {
      expect((await service.get('/api/market')).status).toBe(500);
      await service.atRest();
      world.clock.advance(6 * MINUTE);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Instrument } from '../../src/domain/market/instrument.ts';
import type { MarketData } from '../support/service/market-body.ts';
import { PROVIDER_FAULTS } from '../support/service/provider-fault.ts';
import type { TestService } from '../support/service/test-service.ts';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
/** One of each way to fail; every fault by itself stands in provider-faults.test.ts. */
const SOME_FAULTS = PROVIDER_FAULTS.filter(({ name }) =>
  ['a 500', 'truncated JSON', 'a missing instrument', 'ten times too much'].includes(name),
);

type Figure = (data: MarketData) => number | undefined;
const btc: Figure = ({ crypto }) => crypto.BTC?.priceUSD;
const gold: Figure = (data) => data.gold.pricePerGram;
const pound: Figure = ({ currencies }) => currencies.GBP?.rate;

/** A fixing of the day remains one, and may still be what a change is measured by. */
const DAILY = ['currency-api', 'ecb', 'frankfurter', 'nbp'];

describe('a source that fails among others', () => {
  let world: TestWorld;
  let service: TestService;
  let good: MarketData;

  beforeAll(async () => {
    world = await TestWorld.start();
    service = await world.startService();
    good = await service.market();
  });
  afterAll(() => world.close());

  describe.each<[string, Instrument, Figure]>([
    ['bitstamp', 'crypto:BTC', btc],
    ['coinbase', 'crypto:BTC', btc],
    ['coingecko', 'crypto:BTC', btc],
    ['coinpaprika', 'crypto:BTC', btc],
    ['kraken', 'crypto:BTC', btc],
    ['gold-api', 'metal:XAU', gold],
    ['nbp', 'metal:XAU', gold],
    ['currency-api', 'currency:GBP', pound],
    ['ecb', 'currency:GBP', pound],
    ['frankfurter', 'currency:GBP', pound],
  ])('%s', (provider, instrument, figure) => {
    it.each(SOME_FAULTS)('$name: the others carry the figures on', async ({ strike, code }) => {
      const upstream = world.upstreams.provider(provider);
      strike(upstream, instrument);
      world.clock.advance(6 * MINUTE);
      const data = await service.refreshed();

      expect(data.freshness).toBe('cached');
      // A tolerance of half a percent: see config/default.json.
      expect(figure(data)).toBeGreaterThan((figure(good) ?? Number.NaN) * 0.995);
      expect(figure(data)).toBeLessThan((figure(good) ?? Number.NaN) * 1.005);
      if (code !== undefined && !DAILY.includes(provider)) {
        expect(data.sources).not.toContain(provider);
      }
      expect(service.takeTroubles()).toEqual([
        expect.objectContaining({
          level: 'warn',
          fields: expect.objectContaining({ source: provider }),
        }),
      ]);

      upstream.recover();
      world.clock.advance(6 * MINUTE);
      expect(await service.refreshed()).toMatchObject({ freshness: 'cached' });
      expect(service.takeLines().filter(({ level }) => level !== 'debug')).toEqual([
        expect.objectContaining({ level: 'info', message: 'source is up again' }),
      ]);
    });
  });
});

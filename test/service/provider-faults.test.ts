import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Instrument } from '../../src/domain/market/instrument.ts';
import type { MarketData } from '../support/service/market-body.ts';
import { PROVIDER_FAULTS } from '../support/service/provider-fault.ts';
import type { TestService } from '../support/service/test-service.ts';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
const TIMEOUT = 10_000;
/** As many as would readmit a value that persists: `MARKET_READMIT_POLLS`. */
const POLLS_OF_A_VALUE = 3;
const POLLS_OF_A_FAILURE = 2;
const STALE = 'market figures are stale: a group rests on last good values';
const FRESH = 'market figures are fresh again';

interface Subject {
  readonly provider: string;
  readonly instrument: Instrument;
  /** Sources of the other groups alone, so that nobody can step in. */
  readonly companions: string;
  readonly irr?: 'market';
  /** A fixing that one bad answer does not make stale: it is still the day's while the rest is well. */
  readonly isFixingAmongOthers?: boolean;
  /** The published number that rests on this provider. */
  readonly figure: (data: MarketData) => number | undefined;
}

const coin = (provider: string): Subject => ({
  provider,
  instrument: 'crypto:BTC',
  companions: 'frankfurter,gold-api',
  figure: ({ crypto }) => crypto.BTC?.priceUSD,
});

const gold = (provider: string): Subject => ({
  provider,
  instrument: 'metal:XAU',
  companions: 'er-api,coingecko',
  figure: (data) => data.gold.pricePerGram,
});

const officialRial = (provider: string): Subject => ({
  provider,
  instrument: 'irr:official',
  companions: 'gold-api,coingecko',
  figure: ({ currencies }) => currencies.IRR?.rate,
});

const marketRial = (provider: string): Subject => ({
  provider,
  instrument: 'irr:market',
  companions: 'ecb,gold-api,coingecko',
  irr: 'market',
  figure: ({ currencies }) => currencies.IRR?.rate,
});

const SUBJECTS: readonly Subject[] = [
  ...['bitstamp', 'coinbase', 'coingecko', 'coinpaprika', 'kraken'].map(coin),
  ...['gold-api', 'nbp', 'swissquote'].map(gold),
  ...['currency-api', 'er-api', 'frankfurter'].map(officialRial),
  ...['nobitex', 'rial-archive'].map(marketRial),
  {
    provider: 'ecb',
    instrument: 'currency:GBP',
    companions: 'nobitex,gold-api,coingecko',
    irr: 'market',
    isFixingAmongOthers: true,
    figure: ({ currencies }) => currencies.GBP?.rate,
  },
];

describe.each(SUBJECTS)('$provider, alone with $instrument, gives', (subject) => {
  const { provider, instrument, companions, irr = 'official', figure } = subject;
  const { isFixingAmongOthers = false } = subject;
  let world: TestWorld;
  let service: TestService;
  let good: number | undefined;

  beforeAll(async () => {
    world = await TestWorld.start();
    service = await world.startService({
      env: {
        MARKET_PROVIDERS: `${provider},${companions}`,
        MARKET_IRR: irr,
        UPSTREAM_TIMEOUT_MS: `${TIMEOUT}`,
      },
    });
    good = figure(await service.market());
    expect(good).toBeGreaterThan(0);
    expect(service.takeTroubles()).toEqual([]);
  });
  afterAll(() => world.close());

  it.each(PROVIDER_FAULTS)(
    '$name: the last good value stays, one warning, and recovery is told once',
    async ({ strike, code, askedAgainAfterMs, isSlow }) => {
      const polls = code === undefined ? POLLS_OF_A_VALUE : POLLS_OF_A_FAILURE;
      const isStale = code !== undefined || !isFixingAmongOthers;
      const upstream = world.upstreams.provider(provider);
      strike(upstream, instrument);
      upstream.calls.reset();
      for (let poll = 0; poll < polls; poll += 1) {
        world.clock.advance(6 * MINUTE);
        const refreshed = service.refreshed();
        if (isSlow) {
          await service.onlyWaitsFor(provider);
          world.clock.advance(TIMEOUT);
        }
        const data = await refreshed;
        expect(figure(data)).toBe(good);
        expect(data.freshness).toBe(isStale ? 'stale' : 'cached');
      }
      expect(upstream.calls.count).toBeGreaterThan(0);
      expect(service.takeTroubles()).toEqual([
        expect.objectContaining({
          level: 'warn',
          fields: expect.objectContaining({
            source: provider,
            state: expect.stringMatching(code === undefined ? /^(partial|down)$/ : /^down$/),
            reason: expect.stringContaining(code ?? ''),
          }),
        }),
        ...(isStale ? [expect.objectContaining({ level: 'warn', message: STALE })] : []),
      ]);

      upstream.recover();
      world.clock.advance(askedAgainAfterMs);
      const data = await service.refreshed();
      expect(figure(data)).toBe(good);
      expect(data.freshness).toBe('cached');
      expect(service.takeLines().filter(({ level }) => level !== 'debug')).toEqual([
        expect.objectContaining({
          level: 'info',
          message: 'source is up again',
          fields: expect.objectContaining({ source: provider }),
        }),
        ...(isStale ? [expect.objectContaining({ level: 'info', message: FRESH })] : []),
      ]);
    },
  );
});

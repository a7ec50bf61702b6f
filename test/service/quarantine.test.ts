import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
/** `MARKET_READMIT_POLLS` of config/default.json. */
const READMITTED_AFTER_POLLS = 3;

describe('a value that moves further than the gate lets pass', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  const start = (providers: string) =>
    world.startService({ env: { MARKET_PROVIDERS: `${providers},gold-api,coingecko` } });

  it('rial: is published at once when two independent sources say so', async () => {
    const service = await start('frankfurter,currency-api');
    const before = await service.market();
    expect(before.currencies.IRR?.rate).toBe(1_839_926);
    for (const name of ['frankfurter', 'currency-api']) {
      world.upstreams.provider(name).change('irr:official', () => 3_000_000);
    }
    world.clock.advance(6 * MINUTE);
    const after = await service.market();
    expect(after.freshness).toBe('live');
    expect(after.currencies.IRR?.rate).toBe(3_000_000);
    expect(after.gold.pricePerGram / before.gold.pricePerGram).toBeCloseTo(
      3_000_000 / 1_839_926,
      6,
    );
  });

  it('rial: is held back from one source alone, and published when it persists', async () => {
    const service = await start('frankfurter');
    const before = await service.market();
    world.upstreams.provider('frankfurter').change('irr:official', (rial) => rial * 1.8);
    for (let poll = 1; poll < READMITTED_AFTER_POLLS; poll += 1) {
      world.clock.advance(6 * MINUTE);
      const held = await service.refreshed();
      expect(held.currencies.IRR?.rate).toBe(before.currencies.IRR?.rate);
      expect(held.gold.pricePerGram).toBe(before.gold.pricePerGram);
      expect(held.freshness).toBe('stale');
    }
    world.clock.advance(6 * MINUTE);
    const after = await service.refreshed();
    expect(after.currencies.IRR?.rate).toBeCloseTo(1_839_926 * 1.8, 3);
    expect(after.freshness).toBe('cached');
    expect(service.takeTroubles().map(({ fields, message }) => fields.source ?? message)).toEqual([
      'frankfurter',
      'market figures are stale: a group rests on last good values',
    ]);
  });

  it('rial: is forgotten when it was a passing slip', async () => {
    const service = await start('frankfurter');
    const upstream = world.upstreams.provider('frankfurter');
    await service.market();
    for (let round = 0; round < READMITTED_AFTER_POLLS + 1; round += 1) {
      upstream.change('irr:official', (rial) => rial * 1.8);
      world.clock.advance(6 * MINUTE);
      expect((await service.refreshed()).currencies.IRR?.rate).toBe(1_839_926);
      upstream.recover();
      world.clock.advance(6 * MINUTE);
      expect((await service.refreshed()).currencies.IRR?.rate).toBe(1_839_926);
    }
  });

  it('a first price off by a power of ten is left out, since nothing speaks for it', async () => {
    world.upstreams.provider('coingecko').change('crypto:BTC', (price) => price * 10);
    const service = await start('frankfurter');
    for (let poll = 0; poll < READMITTED_AFTER_POLLS + 1; poll += 1) {
      const { crypto } = await service.refreshed();
      expect(crypto.ETH?.priceUSD).toBe(2701.41);
      expect(crypto).not.toHaveProperty('BTC');
      world.clock.advance(6 * MINUTE);
    }
  });
});

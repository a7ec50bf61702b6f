import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;

describe('timestamp never moves without a new observation', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  it('upstreams that repeat themselves leave body and validator as they are, to the byte', async () => {
    world.freezeUpstreams();
    const service = await world.startService();
    await service.market();
    const first = await service.get('/api/market');
    for (let refresh = 0; refresh < 5; refresh += 1) {
      world.everyUpstream(({ calls }) => calls.reset());
      world.clock.advance(4.5 * MINUTE);
      await service.get('/api/market');
      await service.atRest();
      expect(world.calls().coingecko).toBe(1);
      const again = await service.get('/api/market');
      expect(again.text()).toBe(first.text());
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    }
  });

  it('waiting for a refresh that finds nothing new is not live', async () => {
    world.freezeUpstreams();
    const service = await world.startService();
    const first = await service.market();
    expect(first.freshness).toBe('live');
    world.clock.advance(6 * MINUTE);
    expect(await service.market()).toEqual({ ...first, freshness: 'cached' });
  });

  it('a single coin seen anew moves it', async () => {
    world.freezeUpstreams();
    const service = await world.startService();
    const first = await service.market();
    for (const name of ['bitstamp', 'coinbase', 'coingecko', 'coinpaprika', 'kraken']) {
      world.upstreams.provider(name).change('crypto:BTC', (price) => price + 10);
    }
    world.clock.advance(6 * MINUTE);
    const second = await service.market();
    expect(second.freshness).toBe('live');
    expect(second.timestamp).toBeGreaterThanOrEqual(first.timestamp + 6 * MINUTE);
    expect(second.crypto.BTC?.priceUSD).toBe((first.crypto.BTC?.priceUSD ?? Number.NaN) + 10);
    expect(second.crypto.ETH?.priceUSD).toBe(first.crypto.ETH?.priceUSD);
  });

  it('failures move nothing but the word for it', async () => {
    const service = await world.startService();
    const first = await service.market();
    world.everyUpstream((upstream) => upstream.status(500));
    for (let refresh = 0; refresh < 5; refresh += 1) {
      world.clock.advance(6 * MINUTE);
      expect(await service.refreshed()).toEqual({ ...first, freshness: 'stale' });
    }
  });

  it('a restart moves nothing', async () => {
    const before = await world.startService();
    await before.market();
    const text = (await before.get('/api/market')).text();
    await before.stop();
    const after = await world.startService();
    expect((await after.get('/api/market')).text()).toBe(text);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestWorld } from '../support/service/test-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** `MARKET_TTL_SECONDS` of config/default.json. */
const TTL = 5 * MINUTE;

describe('freshness', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  const allDown = () => world.everyUpstream((upstream) => upstream.status(500));
  const allUp = () => world.everyUpstream((upstream) => upstream.recover());

  it('is live, then cached, then stale with every upstream down, then live again', async () => {
    const service = await world.startService();
    const ready = async () => (await service.get('/api/ready')).status;
    const health = async () => (await service.get('/api/health')).status;

    const first = await service.market();
    expect(first.freshness).toBe('live');
    expect([await ready(), await health()]).toEqual([200, 200]);

    world.clock.advance(MINUTE);
    expect(await service.market()).toEqual({ ...first, freshness: 'cached' });

    allDown();
    world.clock.advance(TTL);
    expect(await service.market()).toEqual({ ...first, freshness: 'stale' });
    expect([await ready(), await health()]).toEqual([200, 503]);

    allUp();
    world.clock.advance(TTL);
    // Nobody waits on upstreams that have just failed: this one is told the last good values...
    expect((await service.market()).freshness).toBe('stale');
    await service.atRest();
    const again = await service.market();
    // ...and starts the refresh from which the next is served.
    expect(again.freshness).toBe('cached');
    expect(again.timestamp).toBeGreaterThan(first.timestamp);
    expect([await ready(), await health()]).toEqual([200, 200]);

    world.clock.advance(2 * TTL);
    const live = await service.market();
    expect(live.freshness).toBe('live');
    expect(live.timestamp).toBeGreaterThan(again.timestamp);
    expect(service.logger.at('error')).toEqual([]);
  });

  it('the first request after an idle while waits for new figures', async () => {
    const service = await world.startService();
    const { timestamp } = await service.market();
    world.clock.advance(HOUR);
    const { freshness, timestamp: later } = await service.market();
    expect(freshness).toBe('live');
    expect(later).toBeGreaterThanOrEqual(timestamp + HOUR);
  });

  it('a cached label is never kept past its five minutes, by this service or by a cache', async () => {
    const service = await world.startService();
    await service.market();
    world.clock.advance(TTL - 30 * SECOND);
    allDown();
    const response = await service.get('/api/market');
    await service.atRest();
    expect(response.json()).toMatchObject({ data: { freshness: 'cached' } });
    const [, maxAge] =
      /^public, max-age=(\d+), must-revalidate$/.exec(
        response.headers.get('cache-control') ?? '',
      ) ?? [];
    expect(Number(maxAge)).toBeLessThanOrEqual(30);
    expect(Number(maxAge)).toBeGreaterThan(0);

    world.clock.advance(30 * SECOND);
    const stale = await service.get('/api/market');
    expect(stale.json()).toMatchObject({ data: { freshness: 'stale' } });
    expect(stale.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  it('what a service has left on disk is served by the next: cached while good, stale after', async () => {
    const before = await world.startService();
    const first = await before.market();
    await before.stop();

    allDown();
    world.clock.advance(MINUTE);
    const soon = await world.startService();
    expect((await soon.get('/api/ready')).status).toBe(200);
    expect(await soon.market()).toEqual({ ...first, freshness: 'cached' });
    await soon.stop();

    world.clock.advance(TTL);
    const late = await world.startService();
    expect((await late.get('/api/ready')).status).toBe(200);
    expect(await late.market()).toEqual({ ...first, freshness: 'stale' });
    expect((await late.get('/api/health')).status).toBe(503);
  });

  it('a service restarted within five minutes asks nobody again', async () => {
    const before = await world.startService();
    await before.market();
    await before.stop();
    const calls = world.calls();

    world.clock.advance(MINUTE);
    const after = await world.startService();
    await after.market();
    await after.atRest();
    expect(world.calls()).toEqual(calls);
  });

  it('beyond MARKET_MAX_STALE_SECONDS there is an error, with a time to retry and not to be stored', async () => {
    const service = await world.startService({
      env: { NODE_ENV: 'production', MARKET_MAX_STALE_SECONDS: '3600', SHUTDOWN_DRAIN_MS: '0' },
    });
    const first = await service.market();
    allDown();
    world.clock.advance(TTL + HOUR - 10 * SECOND);
    expect(await service.market()).toEqual({ ...first, freshness: 'stale' });
    expect((await service.get('/api/ready')).status).toBe(200);

    world.clock.advance(11 * SECOND);
    await service.atRest();
    const refused = await service.get('/api/market');
    expect(refused.status).toBe(500);
    expect(refused.json()).toEqual({ ok: false, error: expect.any(String) });
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.get('/api/ready')).status).toBe(503);
    expect((await service.get('/api/health')).status).toBe(503);
    expect(service.logger.at('error')).toEqual([]);

    allUp();
    world.clock.advance(TTL);
    // There is nothing to serve meanwhile, so this one waits.
    expect((await service.market()).freshness).toBe('live');
    expect((await service.get('/api/ready')).status).toBe(200);
    expect((await service.get('/api/health')).status).toBe(200);
  });

  it('with nothing cached and no upstream, production answers 500 and is not ready', async () => {
    allDown();
    const service = await world.startService({
      env: { NODE_ENV: 'production', SHUTDOWN_DRAIN_MS: '0' },
    });
    expect((await service.get('/api/market')).status).toBe(500);
    expect((await service.get('/api/ready')).status).toBe(503);
    expect((await service.get('/api/health')).status).toBe(503);
    expect(service.logger.at('error')).toEqual([]);
  });
});

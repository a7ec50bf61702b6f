import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RawClient } from '../support/http/raw-client.ts';
import { Gate } from '../support/service/gate.ts';
import type { MarketBody } from '../support/service/market-body.ts';
import { TestWorld } from '../support/service/test-world.ts';

const MINUTE = 60_000;
/** `MARKET_TTL_SECONDS` of config/default.json. */
const TTL = 5 * MINUTE;

describe('calls to upstreams', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  const resetCalls = () => world.everyUpstream(({ calls }) => calls.reset());

  it('500 concurrent first requests make the same calls as one', async () => {
    const alone = await world.startService({ env: { CACHE_URL: 'memory:' } });
    await alone.market();
    await alone.atRest();
    const callsOfOne = world.calls();
    resetCalls();

    const service = await world.startService({ env: { CACHE_URL: 'memory:' } });
    const gate = new Gate(world.upstreams.provider('frankfurter'));
    const clients = await Promise.all(
      Array.from({ length: 500 }, () => RawClient.open(service.port)),
    );
    for (const client of clients) client.send('GET /api/market HTTP/1.1\r\nHost: test\r\n\r\n');
    await gate.reached();
    // Sent after all of them, so that they have been read when it is answered.
    await service.get('/api/version');
    gate.open();
    const responses = await Promise.all(clients.map((client) => client.receive()));
    for (const client of clients) client.close();
    await service.atRest();

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.text())).size).toBe(1);
    expect(responses[0]?.json<MarketBody>().data.freshness).toBe('live');
    expect(world.calls()).toEqual(callsOfOne);
    // One document per provider, and at most a second one for the earlier end of its changes.
    expect(callsOfOne).toEqual({
      bitstamp: 1,
      coinbase: 1,
      coingecko: 1,
      coinpaprika: 1,
      'currency-api': 2,
      ecb: 2,
      'er-api': 0,
      frankfurter: 2,
      'gold-api': 1,
      kraken: 2,
      nbp: 2,
      nobitex: 0,
      'rial-archive': 0,
      swissquote: 0,
    });
  });

  it('a cached answer makes none, nor do health, ready, version and the salary laws', async () => {
    const service = await world.startService();
    await service.market();
    resetCalls();
    const silence = world.calls();
    world.clock.advance(3 * MINUTE);
    for (let round = 0; round < 20; round += 1) {
      expect((await service.market()).freshness).toBe('cached');
    }
    for (const path of ['/api/health', '/api/ready', '/api/version', '/api/data/salary-laws']) {
      expect((await service.get(path)).status).toBe(200);
    }
    await service.atRest();
    expect(world.calls()).toEqual(silence);
  });

  it('an idle service asks nobody, however its readiness is polled', async () => {
    const service = await world.startService();
    await service.market();
    resetCalls();
    const silence = world.calls();
    for (let hour = 0; hour < 24; hour += 1) {
      world.clock.advance(60 * MINUTE);
      expect((await service.get('/api/ready')).status).toBe(200);
      expect((await service.get('/api/health')).status).toBe(200);
    }
    await service.atRest();
    expect(world.calls()).toEqual(silence);
  });

  it('under traffic the next figures are fetched ahead, and no request waits for them', async () => {
    const service = await world.startService();
    const first = await service.market();
    world.clock.advance(TTL * 0.81);
    const gate = new Gate(...world.upstreams.names.map((name) => world.upstreams.provider(name)));

    // Answered while the upstreams are still being asked: nothing but the order of events says so.
    expect(await service.market()).toEqual({ ...first, freshness: 'cached' });
    await gate.reached();
    expect(await service.market()).toEqual({ ...first, freshness: 'cached' });
    expect(gate.held).toBeGreaterThan(0);

    gate.open();
    await service.atRest();
    world.clock.advance(TTL * 0.5);
    const next = await service.market();
    expect(next.freshness).toBe('cached');
    expect(next.timestamp).toBeGreaterThan(first.timestamp);
  });

  it('with every upstream silent no request waits longer than MARKET_WAIT_MS', async () => {
    const gate = new Gate(...world.upstreams.names.map((name) => world.upstreams.provider(name)));
    const service = await world.startService({
      env: {
        NODE_ENV: 'production',
        SHUTDOWN_DRAIN_MS: '0',
        MARKET_WAIT_MS: '100',
        UPSTREAM_TIMEOUT_MS: '60000',
      },
    });
    expect((await service.get('/api/market')).status).toBe(500);
    // The answer came while all of them were still waited for.
    expect(gate.held).toBeGreaterThanOrEqual(10);
    expect(service.logger.at('error')).toEqual([]);

    gate.open();
    await service.atRest();
    expect((await service.market()).freshness).toBe('cached');
  });

  it('one silent upstream costs a first request its answer only, and is taken in when it speaks', async () => {
    const gate = new Gate(world.upstreams.provider('frankfurter'));
    const service = await world.startService({
      env: { MARKET_WAIT_MS: '10000', UPSTREAM_TIMEOUT_MS: '60000' },
    });
    const answer = service.market();
    await gate.reached();
    await service.onlyWaitsFor('frankfurter');
    world.clock.advance(9_500);
    const first = await answer;
    expect(gate.held).toBe(2);
    expect(first.freshness).toBe('live');
    expect(first.sources).not.toContain('frankfurter');

    gate.open();
    await service.atRest();
    const second = await service.market();
    expect(second.freshness).toBe('cached');
    expect(second.sources).toContain('frankfurter');
    expect(second.timestamp).toBeGreaterThan(first.timestamp);
    // Being late is not being down, and so there is nothing to recover from.
    expect(service.takeLines().filter(({ fields }) => 'state' in fields)).not.toContainEqual(
      expect.objectContaining({ level: expect.stringMatching(/info|warn|error/) }),
    );
  });

  it('a service that is stopped in mid-refresh blames no source that it cut off itself', async () => {
    const gate = new Gate(world.upstreams.provider('frankfurter'));
    const service = await world.startService({
      env: { MARKET_WAIT_MS: '100', UPSTREAM_TIMEOUT_MS: '60000' },
    });
    await Promise.all([service.get('/api/market'), gate.reached()]);
    await service.stop();
    await service.atRest();
    expect(service.takeTroubles().filter(({ fields }) => 'source' in fields)).toEqual([]);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import { createPollSchedule } from '../../src/domain/market/poll-schedule.ts';
import {
  cutOff,
  kill,
  pause,
  reconnect,
  start,
  stop,
  unpause,
} from '../support/containers/control.ts';
import { describeWithContainers } from '../support/containers/engine.ts';
import { type Fleet, startFleet } from '../support/containers/fleet.ts';
import { buildImage } from '../support/containers/images.ts';
import { REDIS_ALIAS } from '../support/containers/redis-server.ts';
import { report, startTraffic } from '../support/containers/traffic.ts';
import {
  startUpstreamsForContainers,
  type UpstreamsForContainers,
} from '../support/containers/upstreams.ts';
import { eventually } from '../support/eventually.ts';

const PROVIDERS = ['frankfurter', 'gold-api', 'coingecko'];
const TTL_MS = 2_000;
const UPSTREAM_TIMEOUT_MS = 1_000;
const PROFILES = CATALOGUE.map(({ profile }) => profile).filter(({ name }) =>
  PROVIDERS.includes(name),
);
/** That of one replica. */
const schedule = createPollSchedule({
  ttlMs: TTL_MS,
  keepsOwnPace: () => false,
  random: () => 0,
});

describeWithContainers('four replicas on one Redis', () => {
  let world: UpstreamsForContainers;
  let fleet: Fleet;
  const started = new AsyncDisposableStack();
  let urls: string[];

  beforeAll(async () => {
    const image = await buildImage('service');
    world = await startUpstreamsForContainers(PROVIDERS);
    started.defer(() => world.close());
    fleet = await startFleet({
      image,
      size: 4,
      env: {
        ...world.env,
        MARKET_TTL_SECONDS: String(TTL_MS / 1_000),
        UPSTREAM_TIMEOUT_MS: String(UPSTREAM_TIMEOUT_MS),
        SHUTDOWN_DRAIN_MS: '4000',
      },
    });
    started.defer(() => fleet.stop());
    urls = fleet.replicas.map(({ url }) => url);
  }, 300_000);

  afterAll(async () => {
    await started.disposeAsync();
  }, 60_000);

  const timestampAt = async (url: string): Promise<number> => {
    const response = await fetch(`${url}/api/market`, { headers: { connection: 'close' } });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { timestamp: number } }).data.timestamp;
  };

  const agreed = async (): Promise<number> => {
    const timestamps = await Promise.all(urls.map(timestampAt));
    expect(new Set(timestamps).size).toBe(1);
    return timestamps[0] ?? 0;
  };

  it('ask each upstream as often as one would, and answer with the same bytes', async () => {
    await agreed();
    for (const name of PROVIDERS) world.upstreams.provider(name).calls.reset();
    const traffic = startTraffic(urls, 60);
    await delay(3.5 * TTL_MS);
    const seen = report(await traffic.stop());

    expect(seen).toMatchObject({
      failures: [],
      wentBack: [],
      mostBodiesPerSnapshot: 1,
      mostValidatorsPerSnapshot: 1,
    });
    expect(seen.snapshots).toBeGreaterThanOrEqual(3);
    for (const profile of PROFILES) {
      const { urls, times } = world.upstreams.provider(profile.name).calls;
      const interval = schedule.afterSuccess(profile, 0);
      for (const asked of new Set(urls)) {
        const turns = times.filter((_, index) => urls[index] === asked);
        expect(turns.length).toBeGreaterThanOrEqual(3);
        const gaps = turns.slice(1).map((at, index) => at - (turns[index] ?? 0));
        // In whole ms at both ends; two calls closer than a turn would be two replicas'.
        expect(Math.min(...gaps)).toBeGreaterThan(interval - 2);
      }
    }
  }, 60_000);

  it('replace a lease holder that is killed in the middle of a refresh', async () => {
    const [holder, ...others] = fleet.replicas;
    if (!holder) {
      throw new Error('the fleet is empty');
    }
    const before = await agreed();
    await delay(TTL_MS);
    for (const name of PROVIDERS) {
      world.upstreams.provider(name).calls.reset();
      world.upstreams.provider(name).hang();
    }
    const cutShort = fetch(`${holder.url}/api/market`).catch(() => undefined);
    await eventually(() => expect(world.upstreams.provider('coingecko').calls.count).toBe(1));
    await kill(holder.container);
    for (const name of PROVIDERS) {
      world.upstreams.provider(name).recover();
    }

    const traffic = startTraffic(
      others.map(({ url }) => url),
      30,
    );
    await eventually(async () => {
      expect(await timestampAt(others[0]?.url ?? '')).toBeGreaterThan(before);
    });
    const seen = report(await traffic.stop());
    await cutShort;
    await start(holder.container);
    await eventually(agreed);

    expect(seen).toMatchObject({ failures: [], wentBack: [] });
  }, 60_000);

  it.each([
    {
      trouble: 'paused',
      begin: () => pause(fleet.redis.container),
      end: () => unpause(fleet.redis.container),
    },
    {
      trouble: 'killed',
      begin: () => kill(fleet.redis.container),
      end: () => start(fleet.redis.container),
    },
    {
      trouble: 'cut off',
      begin: () => cutOff(fleet.redis.container, fleet.network.getId()),
      end: () => reconnect(fleet.redis.container, fleet.network.getId(), REDIS_ALIAS),
    },
  ])(
    'go on while Redis is $trouble, and agree again when it is back',
    async ({ begin, end }) => {
      await eventually(agreed);
      const traffic = startTraffic(urls, 60);
      await begin();
      const healthDuring = await eventually(async () => {
        const health = await fetch(`${urls[0]}/api/health`);
        expect(health.status).toBe(503);
        return (await health.json()) as { checks: { cache: { status: string } } };
      });
      await delay(1.5 * TTL_MS);
      await end();
      await eventually(async () => {
        for (const url of urls) {
          expect((await fetch(`${url}/api/health`)).status).toBe(200);
        }
      }, 20_000);
      await eventually(agreed);
      const seen = report(await traffic.stop());

      expect(healthDuring.checks.cache.status).toBe('degraded');
      expect(seen).toMatchObject({ failures: [], wentBack: [] });
    },
    60_000,
  );

  it('lose no request when one of them is stopped behind the balancer', async () => {
    const leaving = fleet.replicas[1];
    if (!leaving) {
      throw new Error('the fleet is too small');
    }
    const traffic = startTraffic([fleet.balancerUrl], 100);
    await delay(500);
    const exitCode = await stop(leaving.container, 20);
    await delay(500);
    await start(leaving.container);
    await eventually(async () => {
      expect((await fetch(`${leaving.url}/api/ready`)).status).toBe(200);
    });
    await delay(1_500);
    const seen = report(await traffic.stop());

    expect(exitCode).toBe(0);
    expect(seen.failures).toEqual([]);
  }, 60_000);
});

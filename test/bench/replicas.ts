/**
 * Measures what the replicas' tests only bound: upstream calls of four replicas against those of one
 * over three TTLs, and the latency while Redis is paused for 30 s under load. Needs a container
 * engine; takes about four minutes.
 *
 *   npm run bench:replicas
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pause, unpause } from '../support/containers/control.ts';
import { type Fleet, startFleet } from '../support/containers/fleet.ts';
import { buildImage } from '../support/containers/images.ts';
import { report, startTraffic, type TrafficReport } from '../support/containers/traffic.ts';
import { startUpstreamsForContainers } from '../support/containers/upstreams.ts';

const PROVIDERS = ['frankfurter', 'currency-api', 'gold-api', 'coingecko', 'coinpaprika'];
const TTL_SECONDS = 20;
const RUN_MS = 3 * TTL_SECONDS * 1_000;
const PAUSE_MS = 30_000;
const PER_SECOND = 200;

const image = await buildImage('service');
const world = await startUpstreamsForContainers(PROVIDERS);

const withFleet = async <T>(size: number, measure: (fleet: Fleet) => Promise<T>): Promise<T> => {
  const fleet = await startFleet({
    image,
    size,
    env: { ...world.env, MARKET_TTL_SECONDS: String(TTL_SECONDS), SHUTDOWN_DRAIN_MS: '0' },
  });
  try {
    return await measure(fleet);
  } finally {
    await fleet.stop();
  }
};

const drive = async (fleet: Fleet, during: () => Promise<unknown>): Promise<TrafficReport> => {
  const traffic = startTraffic(
    fleet.replicas.map(({ url }) => url),
    PER_SECOND,
  );
  await during();
  return report(await traffic.stop());
};

const line = (name: string, seen: TrafficReport): string =>
  [
    name.padEnd(34),
    `${seen.requests} requests`,
    `${seen.failures.length} failed`,
    `p99 ${seen.p99Ms.toFixed(1)} ms`,
    `${seen.snapshots} snapshots`,
    `${seen.mostBodiesPerSnapshot} body and ${seen.mostValidatorsPerSnapshot} ETag each`,
    `${seen.wentBack.length} went back`,
  ].join('  ');

const callsOf = (name: string): number => world.upstreams.provider(name).calls.count;

const overThreeTtls = (size: number) =>
  withFleet(size, async (fleet) => {
    const before = PROVIDERS.map(callsOf);
    const seen = await drive(fleet, () => delay(RUN_MS));
    console.log(line(`${size} replica(s), ${RUN_MS / 1_000} s, TTL ${TTL_SECONDS} s`, seen));
    return PROVIDERS.map((name, index) => callsOf(name) - (before[index] ?? 0));
  });

try {
  const one = await overThreeTtls(1);
  const four = await overThreeTtls(4);
  for (const [index, name] of PROVIDERS.entries()) {
    console.log(`${name.padEnd(34)}  calls: ${one[index]} by one replica, ${four[index]} by four`);
  }
  await withFleet(4, async (fleet) => {
    await delay(2_000);
    const paused = await drive(fleet, async () => {
      await pause(fleet.redis.container);
      await delay(PAUSE_MS);
      await unpause(fleet.redis.container);
    });
    console.log(line(`Redis paused for ${PAUSE_MS / 1_000} s`, paused));
    await delay(TTL_SECONDS * 1_000);
    const after = await drive(fleet, () => delay(2_000));
    console.log(line('after it', after));
  });
} finally {
  await world.close();
}

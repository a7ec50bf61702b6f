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
const WINDOW_MS = 3 * TTL_SECONDS * 1_000;
/** Each source's window begins with its first poll under traffic, so that no window cuts a turn off. */
const RUN_MS = WINDOW_MS + TTL_SECONDS * 1_000;
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

interface Calls {
  /** From the start of the first replica to the first request of the traffic. */
  readonly atStart: number;
  readonly inWindow: number;
}

const callsOf = (name: string, trafficFrom: number): Calls => {
  const { times } = world.upstreams.provider(name).calls;
  const later = times.filter((at) => at >= trafficFrom);
  const until = (later[0] ?? 0) + WINDOW_MS;
  return {
    atStart: times.length - later.length,
    inWindow: later.filter((at) => at < until).length,
  };
};

const overThreeTtls = async (size: number): Promise<readonly Calls[]> => {
  for (const name of PROVIDERS) world.upstreams.provider(name).calls.reset();
  return withFleet(size, async (fleet) => {
    const trafficFrom = Date.now();
    const seen = await drive(fleet, () => delay(RUN_MS));
    console.log(line(`${size} replica(s), ${RUN_MS / 1_000} s, TTL ${TTL_SECONDS} s`, seen));
    return PROVIDERS.map((name) => callsOf(name, trafficFrom));
  });
};

const inWords = (calls: Calls | undefined): string =>
  `${calls?.atStart} at the start and ${calls?.inWindow} in ${WINDOW_MS / 1_000} s`;

try {
  const one = await overThreeTtls(1);
  const four = await overThreeTtls(4);
  for (const [index, name] of PROVIDERS.entries()) {
    console.log(
      `${name.padEnd(20)}  one replica: ${inWords(one[index])}, four: ${inWords(four[index])}`,
    );
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

import { join } from 'node:path';
import { GenericContainer, Network, type StartedNetwork, Wait } from 'testcontainers';
import { freePort } from './free-port.ts';
import { HAPROXY_IMAGE, PROJECT } from './images.ts';
import { REDIS_ALIAS, type RedisServer, startRedis } from './redis-server.ts';
import { type Replica, startReplica } from './replica.ts';

/** Replicas of one deployment on a private network, with the store they share. */
export interface Fleet {
  readonly network: StartedNetwork;
  readonly redis: RedisServer;
  readonly replicas: readonly Replica[];
  /** HAProxy in front, as `docs/deploy/haproxy.cfg` has it: where clients come in. */
  readonly balancerUrl: string;
  stop(): Promise<void>;
}

export interface FleetOptions {
  readonly image: string;
  readonly size: number;
  readonly env: Readonly<Record<string, string>>;
}

export const startFleet = async ({ image, size, env }: FleetOptions): Promise<Fleet> => {
  const network = await new Network().start();
  const redis = await startRedis(network);
  const settings = { ...env, CACHE_URL: `redis://${REDIS_ALIAS}:6379` };
  const replicas = await Promise.all(
    Array.from({ length: size }, () => startReplica({ image, env: settings, network })),
  );
  const balancer = await startBalancer(network);
  return {
    network,
    redis,
    replicas,
    balancerUrl: balancer.url,
    stop: async () => {
      await Promise.all([
        balancer.container.stop({ timeout: 0 }),
        ...replicas.map(({ container }) => container.stop({ timeout: 0 })),
        redis.stop(),
      ]);
      await network.stop();
    },
  };
};

const startBalancer = async (network: StartedNetwork): Promise<Replica> => {
  const port = await freePort();
  const container = await new GenericContainer(HAPROXY_IMAGE)
    .withNetwork(network)
    .withBindMounts([
      {
        source: join(PROJECT, 'docs/deploy/haproxy.cfg'),
        target: '/usr/local/etc/haproxy/haproxy.cfg',
        mode: 'ro',
      },
    ])
    .withExposedPorts({ container: 8080, host: port })
    .withWaitStrategy(Wait.forHttp('/api/ready', 8080).forStatusCode(200))
    .withStartupTimeout(30_000)
    .start();
  return { container, url: `http://${container.getHost()}:${port}` };
};

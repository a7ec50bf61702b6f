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
  const started = new AsyncDisposableStack();
  try {
    const network = await new Network().start();
    started.defer(async () => void (await network.stop()));
    const redis = await startRedis({ network });
    started.defer(() => redis.stop());
    const settings = { ...env, CACHE_URL: `redis://${REDIS_ALIAS}:6379` };
    const replicas: Replica[] = [];
    for (let count = 0; count < size; count += 1) {
      const replica = await startReplica({ image, env: settings, network });
      started.defer(async () => void (await replica.container.stop({ timeout: 0 })));
      replicas.push(replica);
    }
    const balancer = await startBalancer(network);
    started.defer(async () => void (await balancer.container.stop({ timeout: 0 })));
    return {
      network,
      redis,
      replicas,
      balancerUrl: balancer.url,
      stop: () => started.disposeAsync(),
    };
  } catch (error) {
    // A half-started fleet would outlive the tests, and keep their process from ending.
    await started.disposeAsync();
    throw error;
  }
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

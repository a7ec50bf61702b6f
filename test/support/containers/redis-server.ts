import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { REDIS_IMAGE } from './images.ts';

/** A Redis-compatible server in a container, with what a test does to it. */
export interface RedisServer {
  /** How a process on this machine reaches it; the same after a restart. */
  readonly url: string;
  readonly container: StartedTestContainer;
  /** A plain client for the test's own hands. */
  readonly admin: Redis;
  stop(): Promise<void>;
}

/** @param flags the server's own, such as `--maxmemory 1mb` in two elements. */
export const startRedis = async (...flags: string[]): Promise<RedisServer> => {
  // A fixed host port, because a container that is stopped and started again is given another one.
  const port = await freePort();
  const container = await new GenericContainer(REDIS_IMAGE)
    .withExposedPorts({ container: 6379, host: port })
    .withCommand(['--save', '', '--appendonly', 'no', '--protected-mode', 'no', ...flags])
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(30_000)
    .start();
  const admin = new Redis(port, container.getHost(), { maxRetriesPerRequest: null });
  admin.on('error', () => undefined);
  return {
    url: `redis://${container.getHost()}:${port}`,
    container,
    admin,
    stop: async () => {
      admin.disconnect();
      await container.stop({ timeout: 0 });
    },
  };
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') {
    throw new Error('the listener has no port');
  }
  return address.port;
};

import { Redis } from 'ioredis';
import {
  GenericContainer,
  type StartedNetwork,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import type { Certificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { REDIS_IMAGE } from './images.ts';

/** The name under which the service finds it on a network of containers. */
export const REDIS_ALIAS = 'redis';

const CERTIFICATE_FILE = '/tmp/certificate.pem';
const KEY_FILE = '/tmp/key.pem';
const TLS_FLAGS = [
  ...['--port', '0', '--tls-port', '6379', '--tls-auth-clients', 'no'],
  ...['--tls-cert-file', CERTIFICATE_FILE, '--tls-key-file', KEY_FILE],
  ...['--tls-ca-cert-file', CERTIFICATE_FILE],
];

/** A Redis-compatible server in a container, with what a test does to it. */
export interface RedisServer {
  /** How a process on this machine reaches it; the same after a restart. */
  readonly url: string;
  readonly container: StartedTestContainer;
  /** A plain client for the test's own hands. */
  readonly admin: Redis;
  stop(): Promise<void>;
}

export interface RedisOptions {
  readonly network?: StartedNetwork;
  /** Its name on that network. */
  readonly alias?: string;
  /** Speaks TLS alone, with this certificate; {@link RedisServer.url} is then a `rediss://` one. */
  readonly certificate?: Certificate;
  /** More of the server's own, such as `['--maxmemory', '1mb']`; told the port on this machine. */
  readonly flags?: (port: number) => readonly string[];
}

export const startRedis = async ({
  network,
  alias = REDIS_ALIAS,
  certificate,
  flags = () => [],
}: RedisOptions = {}): Promise<RedisServer> => {
  // A fixed host port, because a container that is stopped and started again is given another one.
  const port = await freePort();
  const prepared = new GenericContainer(REDIS_IMAGE)
    .withExposedPorts({ container: 6379, host: port })
    .withCommand([
      ...['--save', '', '--appendonly', 'no', '--protected-mode', 'no'],
      ...(certificate ? TLS_FLAGS : []),
      ...flags(port),
    ])
    .withCopyContentToContainer(
      certificate
        ? [
            { content: certificate.pem, target: CERTIFICATE_FILE },
            { content: certificate.key, target: KEY_FILE },
          ]
        : [],
    )
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(30_000);
  if (network) {
    prepared.withNetwork(network).withNetworkAliases(alias);
  }
  const container = await prepared.start();
  const admin = new Redis(port, container.getHost(), {
    maxRetriesPerRequest: null,
    // Whatever name it bears; a proof of what others make of that is not disturbed by this one.
    ...(certificate && { tls: { ca: certificate.pem, checkServerIdentity: () => undefined } }),
    // ioredis waits this out even for a connection that is gone, and with it the process.
    disconnectTimeout: 100,
  });
  admin.on('error', () => undefined);
  return {
    url: `${certificate ? 'rediss' : 'redis'}://${container.getHost()}:${port}`,
    container,
    admin,
    stop: async () => {
      admin.disconnect();
      await container.stop({ timeout: 0 });
    },
  };
};

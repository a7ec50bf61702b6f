import { createRequire } from 'node:module';
import type { Cluster, Redis } from 'ioredis';
import { tlsConnector, tlsSentinelConnector } from './redis-connectors.ts';
import type { RedisAddress, RedisLocation } from './redis-location.ts';

export type RedisClient = Redis | Cluster;

const require = createRequire(import.meta.url);

/** Loaded where a Redis is in use; it would be a tenth of the memory of a service without one. */
const loadRedis = () => require('ioredis') as typeof import('ioredis');

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 1_000;

/** Doubles from 100 ms to 1 s, the upper half of it random, so that replicas do not return in step. */
const retryDelayMs = (attempt: number): number => {
  const ceiling = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
  return Math.round(ceiling * (0.5 + Math.random() / 2));
};

/**
 * A client that connects at once, goes on trying for ever, and queues nothing: what cannot be sent
 * now fails now, for the caller has its own memory to go on from.
 */
export const connectRedis = (location: RedisLocation, timeoutMs: number): RedisClient => {
  const { Redis, AbstractConnector, SentinelConnector } = loadRedis();
  const common = {
    ...connectionOptions(location, timeoutMs),
    ...(location.tls && { tls: {}, Connector: tlsConnector(AbstractConnector) }),
  };
  const { topology } = location;
  if (topology.kind === 'cluster') {
    return new Redis.Cluster(location.addresses.map(startupNode), {
      redisOptions: common,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryDelayMs,
      // A certificate is made out to a name, and a node's own connection looks its name up itself.
      dnsLookup: (name, callback) => callback(null, name),
      slotsRefreshTimeout: common.connectTimeout,
      // One attempt after a redirection and one more; a slot that wanders longer is an outage.
      maxRedirections: 2,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      retryDelayOnTryAgain: 0,
    });
  }
  const options = {
    ...common,
    db: location.db,
    retryStrategy: retryDelayMs,
    enableOfflineQueue: false,
  };
  if (topology.kind === 'server') {
    return new Redis({ ...options, ...location.addresses[0] });
  }
  const { username, password } = topology.credentials;
  return new Redis({
    ...options,
    sentinels: location.addresses.map(startupNode),
    name: topology.masterName,
    ...(username === undefined ? {} : { sentinelUsername: username }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(location.tls && {
      enableTLSForSentinelMode: true,
      sentinelTLS: {},
      Connector: tlsSentinelConnector(SentinelConnector),
    }),
    sentinelCommandTimeout: timeoutMs,
    sentinelRetryStrategy: retryDelayMs,
  });
};

const connectionOptions = (location: RedisLocation, timeoutMs: number) => ({
  ...location.credentials,
  connectTimeout: Math.max(timeoutMs, 1_000),
  commandTimeout: timeoutMs,
  // A frozen peer never answers the farewell; waiting longer only delays the next attempt.
  disconnectTimeout: timeoutMs,
  connectionName: location.namespace,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // After a failover behind one name, only a new connection leads to the new master.
  reconnectOnError: (error: Error) => error.message.includes('READONLY'),
});

const startupNode = ({ host, port }: RedisAddress) => ({ host, port });

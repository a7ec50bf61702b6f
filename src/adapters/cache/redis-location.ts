/** Where a Redis-compatible store is and how to enter it: `CACHE_URL`, taken apart. */
export interface RedisLocation {
  readonly topology: RedisTopology;
  /** The nodes to begin with: the server, the sentinels, or some of the cluster's nodes. */
  readonly addresses: readonly [RedisAddress, ...RedisAddress[]];
  readonly tls: boolean;
  readonly credentials: RedisCredentials;
  /** Logical database; always 0 in a cluster, which has no other. */
  readonly db: number;
  /** Keeps two deployments on one store apart; part of the hash tag of every key. */
  readonly namespace: string;
}

export type RedisTopology =
  | { readonly kind: 'server' }
  | {
      readonly kind: 'sentinel';
      readonly masterName: string;
      readonly credentials: RedisCredentials;
    }
  | { readonly kind: 'cluster' };

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

export interface RedisCredentials {
  readonly username?: string;
  readonly password?: string;
}

/** The URL names no store. The message repeats no part of the URL but a parameter's name. */
export class InvalidRedisUrl extends Error {
  readonly code = 'invalid-redis-url';

  constructor(message: string) {
    super(message);
    this.name = 'InvalidRedisUrl';
  }
}

const SERVER_PORT = 6379;
const SENTINEL_PORT = 26379;
const PARAMETERS = [
  'addr',
  'cluster',
  'master_name',
  'namespace',
  'sentinel_password',
  'sentinel_username',
];

/**
 * Reads `redis[s]://[[username]:password@]host[:port][/db][?parameters]`, the URI of the IANA
 * provisional registration. Further nodes are `addr=host:port`, once for each; `master_name` makes
 * the nodes sentinels, `cluster=true` makes them members of a cluster: the parameter names that
 * go-redis established.
 * @throws {InvalidRedisUrl}
 */
export const parseRedisUrl = (text: string): RedisLocation => {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'redis:' && url.protocol !== 'rediss:')) {
    throw new InvalidRedisUrl('a redis:// or rediss:// URL is needed');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw new InvalidRedisUrl(`unknown parameter "${unknown}"; known are ${PARAMETERS.join(', ')}`);
  }
  const topology = topologyOf(url);
  const defaultPort = topology.kind === 'sentinel' ? SENTINEL_PORT : SERVER_PORT;
  return {
    topology,
    addresses: [
      addressOf(url.host, defaultPort),
      ...url.searchParams.getAll('addr').map((addr) => addressOf(addr, defaultPort)),
    ],
    tls: url.protocol === 'rediss:',
    credentials: credentialsOf(decoded(url.username), decoded(url.password)),
    db: databaseOf(url, topology),
    namespace: namespaceOf(url),
  };
};

const topologyOf = ({ searchParams }: URL): RedisTopology => {
  const cluster = searchParams.get('cluster') ?? 'false';
  const masterName = searchParams.get('master_name');
  if (cluster !== 'true' && cluster !== 'false') {
    throw new InvalidRedisUrl('cluster must be true or false');
  }
  if (cluster === 'true') {
    if (masterName !== null) {
      throw new InvalidRedisUrl('cluster and master_name exclude each other');
    }
    return { kind: 'cluster' };
  }
  if (masterName === null) {
    if (searchParams.has('addr')) {
      throw new InvalidRedisUrl('addr needs cluster=true or a master_name');
    }
    return { kind: 'server' };
  }
  if (masterName === '') {
    throw new InvalidRedisUrl('master_name is empty');
  }
  return {
    kind: 'sentinel',
    masterName,
    credentials: credentialsOf(
      searchParams.get('sentinel_username') ?? '',
      searchParams.get('sentinel_password') ?? '',
    ),
  };
};

const addressOf = (text: string, defaultPort: number): RedisAddress => {
  const url = URL.parse(`redis://${text}`);
  if (!url || url.hostname === '' || url.host !== text) {
    throw new InvalidRedisUrl('every node must be host:port');
  }
  return {
    // An IPv6 address stands in brackets in a URL and without them everywhere else.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
  };
};

const databaseOf = ({ pathname }: URL, topology: RedisTopology): number => {
  const text = pathname.replace(/^\//, '');
  if (!/^\d{0,5}$/.test(text)) {
    throw new InvalidRedisUrl('the path must be a database number');
  }
  const db = Number(text);
  if (db !== 0 && topology.kind === 'cluster') {
    throw new InvalidRedisUrl('a cluster has database 0 only');
  }
  return db;
};

const namespaceOf = ({ searchParams }: URL): string => {
  const namespace = searchParams.get('namespace') ?? 'reference-data';
  if (!/^[\w.:-]{1,64}$/.test(namespace)) {
    throw new InvalidRedisUrl('namespace takes 1 to 64 letters, digits and . : _ -');
  }
  return namespace;
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidRedisUrl('the credentials are not percent-encoded correctly');
  }
};

const credentialsOf = (username: string, password: string): RedisCredentials => ({
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
});

import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';

/** One request and what came of it. */
export interface Exchange {
  readonly url: string;
  /** Status of the answer; 0 where the connection failed before a whole one had come. */
  readonly status: number;
  /** From the request to the last byte, in ms. */
  readonly tookMs: number;
  readonly etag: string | undefined;
  readonly body: string;
}

export interface Traffic {
  /** Lets what is in flight end. */
  stop(): Promise<readonly Exchange[]>;
}

const TIMEOUT_MS = 15_000;

/**
 * Steady traffic on `/api/market`, as from clients with connections of their own: each address in
 * turn, at fixed times whether or not the answers before have come, so that a slow answer does not
 * thin the traffic out and hide itself.
 */
export const startTraffic = (origins: readonly string[], perSecond: number): Traffic => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const exchanges: Promise<Exchange>[] = [];
  const timer = setInterval(() => {
    const origin = origins[exchanges.length % origins.length] ?? '';
    exchanges.push(exchange(agent, `${origin}/api/market`));
  }, 1_000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      const done = await Promise.all(exchanges);
      agent.destroy();
      return done;
    },
  };
};

const exchange = (agent: Agent, url: string): Promise<Exchange> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (status: number, body: string, etag?: string): void =>
      resolve({ url, status, body, etag, tookMs: performance.now() - startedAt });
    const request = get(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => end(0, ''));
      response.on('end', () =>
        end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers.etag),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => end(0, ''));
  });

/** What all answers of a run say together. */
export interface TrafficReport {
  readonly requests: number;
  readonly failures: readonly Pick<Exchange, 'url' | 'status' | 'body'>[];
  /** The time that 99 of 100 requests kept under, in ms. */
  readonly p99Ms: number;
  /** Bodies, and validators, for one and the same `timestamp` and `freshness`; 1 where all agree. */
  readonly mostBodiesPerSnapshot: number;
  readonly mostValidatorsPerSnapshot: number;
  readonly snapshots: number;
  /** Addresses that answered with an earlier `timestamp` than they had before. */
  readonly wentBack: readonly string[];
}

export const report = (exchanges: readonly Exchange[]): TrafficReport => {
  const bodies = new Map<string, Set<string>>();
  const validators = new Map<string, Set<string>>();
  const timestamps = new Set<number>();
  const latest = new Map<string, number>();
  const wentBack = new Set<string>();
  for (const { url, body, etag } of exchanges.filter(({ status }) => status === 200)) {
    const { timestamp, freshness } = (
      JSON.parse(body) as { data: { timestamp: number; freshness: string } }
    ).data;
    const snapshot = `${timestamp} ${freshness}`;
    timestamps.add(timestamp);
    addTo(bodies, snapshot, body);
    addTo(validators, snapshot, etag ?? '');
    if (timestamp < (latest.get(url) ?? 0)) {
      wentBack.add(url);
    }
    latest.set(url, timestamp);
  }
  const times = exchanges.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    requests: exchanges.length,
    failures: exchanges.filter(({ status }) => status !== 200),
    p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    mostBodiesPerSnapshot: largest(bodies),
    mostValidatorsPerSnapshot: largest(validators),
    snapshots: timestamps.size,
    wentBack: [...wentBack],
  };
};

const addTo = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value));
};

const largest = (map: ReadonlyMap<string, ReadonlySet<string>>): number =>
  Math.max(0, ...[...map.values()].map(({ size }) => size));

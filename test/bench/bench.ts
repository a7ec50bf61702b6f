import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../src/domain/market/median.ts';
import { startUpstreams } from '../support/upstreams/index.ts';
import { type Ask, load } from './load.ts';
import { type ServerProcess, startProcess } from './service-process.ts';

const STARTS = 7;
const MEMORY_REQUESTS = 100_000;
const ROUNDS = 5;
const REQUESTS_A_ROUND = 8_000;
const CONNECTIONS = 32;

/** Start, memory and throughput of the service as `npm start` runs it. Prints; judges nothing. */
const bench = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const start = () => startProcess('src/start.js', env);
  await firstAnswer(start);
  const starts: number[] = [];
  for (let run = 0; run < STARTS; run += 1) starts.push(await firstAnswer(start));
  print('start to first whole 200 of /api/market, warm disk, median', median(starts), 'ms');
  print(`  fastest and slowest of ${STARTS}`, Math.min(...starts), 'ms', Math.max(...starts));

  const service = await start();
  try {
    await fetchWhole(service.port, '/api/market');
    print('resident after the first answer', service.memory().resident, 'MiB');
    const asks = await allAsks(service.port);
    const requests = MEMORY_REQUESTS;
    const ms = await load({ port: service.port, asks, requests, connections: CONNECTIONS });
    const { resident, peak } = service.memory();
    print(`resident after ${requests.toLocaleString('en-US')} requests`, resident, 'MiB');
    print('  at its peak', peak, 'MiB');
    print('  at', (requests / ms) * 1000, 'requests/s');
    for (const ask of asks) await compare(service, ask);
  } finally {
    await service.stop();
  }
};

const firstAnswer = async (start: () => Promise<ServerProcess>): Promise<number> => {
  const service = await start();
  try {
    await fetchWhole(service.port, '/api/market');
    return performance.now() - service.spawnedAt;
  } finally {
    await service.stop();
  }
};

/** @returns the answer's `ETag`. */
const fetchWhole = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume().once('end', () => resolve(response.headers.etag ?? ''));
    }).once('error', reject);
  });

const allAsks = async (port: number): Promise<readonly Ask[]> => [
  { path: '/api/market', status: 200 },
  {
    path: '/api/data/salary-laws',
    headers: { 'If-None-Match': await fetchWhole(port, '/api/data/salary-laws') },
    status: 304,
  },
  { path: '/api/data/salary-laws', headers: { 'Accept-Encoding': 'gzip' }, status: 200 },
];

/** Rounds against the service and against the bare server take turns, so that both meet one machine. */
const compare = async (service: ServerProcess, ask: Ask): Promise<void> => {
  const copy = { url: `http://127.0.0.1:${service.port}${ask.path}`, headers: ask.headers ?? {} };
  const raw = await startProcess('test/bench/raw-server.ts', { COPY_OF: JSON.stringify(copy) });
  try {
    const rate = async ({ port }: ServerProcess): Promise<number> => {
      const requests = REQUESTS_A_ROUND;
      const ms = await load({ port, asks: [ask], requests, connections: CONNECTIONS });
      return (requests / ms) * 1000;
    };
    const ours: number[] = [];
    const bare: number[] = [];
    await Promise.all([rate(service), rate(raw)]);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await rate(service));
      bare.push(await rate(raw));
    }
    const ratios = ours.map((value, round) => value / (bare[round] ?? Number.NaN));
    const what = `${ask.path} ${ask.status}${ask.headers?.['Accept-Encoding'] ? ' gzip' : ''}`;
    print(`${what}: part of raw node:http, median`, median(ratios) * 100, '%');
    print('  service', median(ours), 'requests/s');
    print('  raw node:http, same bytes', median(bare), 'requests/s');
  } finally {
    await raw.stop();
  }
};

const print = (what: string, figure: number, unit: string, upTo?: number): void => {
  const words = [figure, ...(upTo === undefined ? [] : [upTo])].map((value) =>
    Math.round(value).toLocaleString('en-US'),
  );
  console.log(`${what}: ${words.join(' to ')} ${unit}`);
};

const directory = await mkdtemp(join(tmpdir(), 'bench-'));
const upstreams = await startUpstreams();
try {
  await bench({
    ...upstreams.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    CACHE_URL: `file:${directory}`,
    SHUTDOWN_DRAIN_MS: '0',
  });
} finally {
  await upstreams.close();
  await rm(directory, { recursive: true });
}

import { hash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the load is told; asked to stop, it goes on until it has seen a 304, within bounds. */
export interface LoadOrder {
  readonly url: string;
  readonly requestsPerSecond: number;
  readonly connections: number;
}

/** What it saw. */
export interface LoadReport {
  readonly requests: number;
  readonly elapsedMs: number;
  readonly notModified: number;
  /** Entity tags of whole answers, in the order in which they were first seen. */
  readonly etags: readonly string[];
  /** Anything but a whole answer under its own tag, or a 304 without a body. */
  readonly wrong: readonly string[];
}

const TICK_MS = 10;
/** A machine that cannot keep the pace would else gather requests without end. */
const MOST_IN_FLIGHT = 500;
const { url, requestsPerSecond, connections } = workerData as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const etags = new Set<string>();
const wrong: string[] = [];
const started = performance.now();
let requests = 0;
let notModified = 0;
let inFlight = 0;
let lastEtag: string | undefined;
let stopping = false;

const ask = (): void => {
  // Every fourth request revalidates what was seen last.
  const conditional = requests % 4 === 3 && lastEtag !== undefined;
  const headers = conditional ? { 'if-none-match': lastEtag } : {};
  requests += 1;
  inFlight += 1;
  get(url, { agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      judge(response.statusCode, response.headers.etag, Buffer.concat(chunks), headers);
      settle();
    });
  }).on('error', (error) => {
    wrong.push(error.message);
    settle();
  });
};

const judge = (
  status: number | undefined,
  etag: string | undefined,
  body: Buffer,
  asked: { 'if-none-match'?: string | undefined },
): void => {
  if (status === 304 && body.length === 0 && etag === asked['if-none-match']) {
    notModified += 1;
  } else if (status === 200 && etag === `"${hash('sha256', body, 'hex')}"`) {
    etags.add(etag);
    lastEtag = etag;
  } else wrong.push(`${status} ${etag} with ${body.length} bytes`);
};

const settle = (): void => {
  inFlight -= 1;
  if (!stopping || inFlight > 0) return;
  const elapsedMs = performance.now() - started;
  const report: LoadReport = { requests, elapsedMs, notModified, etags: [...etags], wrong };
  parentPort?.postMessage(report);
  agent.destroy();
};

const ticker = setInterval(() => {
  const due = Math.floor(((performance.now() - started) / 1000) * requestsPerSecond) - requests;
  for (let i = 0; i < due && inFlight < MOST_IN_FLIGHT; i += 1) ask();
}, TICK_MS);

/** Long enough that no machine is so busy, and short enough that a service without 304 is found. */
const MOST_WAIT_MS = 30_000;

parentPort?.once('message', async () => {
  // Between two swaps a slow machine may not get to revalidate what it has just been given.
  const giveUpAt = performance.now() + MOST_WAIT_MS;
  while (notModified === 0 && performance.now() < giveUpAt) await setTimeout(TICK_MS);
  stopping = true;
  clearInterval(ticker);
  inFlight += 1;
  settle();
});

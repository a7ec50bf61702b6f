import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Instrument } from '../../../src/domain/market/instrument.ts';
import * as faults from './fault.ts';
import { MovedTime } from './recorded.ts';
import { JSON_TYPE, type SimulatedProvider, type Slot } from './simulated-provider.ts';

/** Turns a number (or whatever stands at a path) into what is to be sent in its place. */
export type Alteration = (value: number) => unknown;

interface Change {
  readonly where: Instrument | string;
  readonly alter: Alteration | 'drop';
}

/**
 * One provider's host as a real HTTP server on the loopback interface. It behaves well until told
 * otherwise; every fault lasts until {@link recover}, and strikes the requests whose path and query
 * match the pattern, or all of them.
 */
export class UpstreamServer {
  /** Requests received since the last reset. */
  readonly calls = new Calls();
  readonly #provider: SimulatedProvider;
  readonly #now: () => number;
  readonly #server: Server;
  #faults: { fault: faults.Fault; on: RegExp }[] = [];
  #changes: Change[] = [];
  #dateShift = 0;

  constructor(provider: SimulatedProvider, now: () => number) {
    this.#provider = provider;
    this.#now = now;
    this.#server = createServer((request, response) => this.#serve(request, response));
  }

  get name(): string {
    return this.#provider.name;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that clients hold open. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  status(code: number, headers?: Record<string, string>, on?: RegExp): void {
    this.fail(faults.status(code, headers), on);
  }

  hang(on?: RegExp): void {
    this.fail(faults.hang(), on);
  }

  drip(bytesPerSecond: number, on?: RegExp): void {
    this.fail(faults.drip(bytesPerSecond), on);
  }

  truncate(where?: 'document' | 'connection', on?: RegExp): void {
    this.fail(faults.truncate(where), on);
  }

  html(on?: RegExp): void {
    this.fail(faults.html(), on);
  }

  redirect(on?: RegExp): void {
    this.fail(faults.redirect(), on);
  }

  wrongType(on?: RegExp): void {
    this.fail(faults.wrongType(), on);
  }

  /** A body without end, under 200. */
  flood(compressed?: boolean, on?: RegExp): void {
    this.fail(faults.flood(compressed), on);
  }

  /** Sends this body, byte for byte, with status 200. */
  send(body: string, headers?: Record<string, string>, on?: RegExp): void {
    this.fail(faults.verbatim(body, headers), on);
  }

  fail(fault: faults.Fault, on = /^/): void {
    this.#faults.unshift({ fault, on });
  }

  /** Alters the newest number of an instrument, or the value at a path such as `usd.eur`. */
  change(where: Instrument | string, alter: Alteration): void {
    this.#changes.push({ where, alter });
  }

  /** Leaves an instrument out. */
  drop(instrument: Instrument): void {
    this.#changes.push({ where: instrument, alter: 'drop' });
  }

  /** Dates everything this many ms later (or, below zero, earlier) than it would be. */
  redate(ms: number): void {
    this.#dateShift = ms;
  }

  /** Behaves well again. */
  recover(): void {
    this.#faults = [];
    this.#changes = [];
    this.#dateShift = 0;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.origin);
    const path = url.pathname + url.search;
    this.calls.add(path);
    const prepared = this.#prepare(url);
    const struck = this.#faults.find(({ on }) => on.test(path));
    if (struck) struck.fault(prepared, response, request);
    else deliver(prepared, request, response);
  }

  #prepare(url: URL): faults.Prepared {
    const now = this.#now();
    const date = new Date(now).toUTCString();
    const reply = this.#provider.answer(url, new MovedTime(now + this.#dateShift));
    if (!reply) {
      const { type, body } = this.#provider.notFound;
      return { status: 404, headers: { date, 'content-type': type }, body };
    }
    for (const { where, alter } of this.#changes) {
      const slot = this.#provider.find(reply.document, where as Instrument, url);
      applyTo(slot ?? slotAt(reply.document, where), alter);
    }
    const body = (reply.write ?? JSON.stringify)(reply.document);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return {
      status: reply.status ?? 200,
      headers: {
        date,
        'content-type': reply.type ?? JSON_TYPE,
        ...(reply.validated && { etag }),
      },
      body,
    };
  }
}

class Calls {
  #calls: { readonly url: string; readonly at: number }[] = [];

  get count(): number {
    return this.#calls.length;
  }

  /** Path and query of each, in order of arrival. */
  get urls(): readonly string[] {
    return this.#calls.map(({ url }) => url);
  }

  /** When each arrived, in Unix ms. */
  get times(): readonly number[] {
    return this.#calls.map(({ at }) => at);
  }

  add(url: string): void {
    this.#calls.push({ url, at: Date.now() });
  }

  reset(): void {
    this.#calls = [];
  }
}

const deliver = (
  { status, headers, body }: faults.Prepared,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const { etag } = headers;
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  if (body.length > 1024 && /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
    return;
  }
  response.writeHead(status, headers).end(body);
};

const applyTo = (slot: Slot | undefined, alter: Change['alter']): void => {
  if (!slot) return;
  const holder = slot.holder as Record<string | number, unknown>;
  if (alter !== 'drop') {
    const before = holder[slot.key];
    const after = alter(Number(before));
    // A provider that writes its numbers as strings still does so when they are altered.
    holder[slot.key] = typeof before === 'string' && typeof after === 'number' ? `${after}` : after;
  } else if (slot.remove) slot.remove();
  else delete holder[slot.key];
};

/** The value at a path of keys such as `0.date`; undefined where nothing stands there. */
const slotAt = (document: unknown, path: string): Slot | undefined => {
  const keys = path.split('.');
  const key = keys.pop();
  let holder = document;
  for (const step of keys) holder = (holder as Record<string, unknown> | undefined)?.[step];
  const known = typeof holder === 'object' && holder !== null && key !== undefined && key in holder;
  return known ? { holder: holder as Record<string, unknown>, key } : undefined;
};

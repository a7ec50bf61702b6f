import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  createUpstreamHttp,
  type UpstreamHttp,
} from '../../../../src/adapters/providers/upstream-http.ts';
import { ProviderError } from '../../../../src/domain/ports/rate-provider.ts';

const NOW = Date.parse('2026-10-05T09:37:00Z');
const schema = z.object({ rate: z.number() });

let respond: RequestListener;
let requests: IncomingHttpHeaders[];
let server: ReturnType<typeof createServer>;
let origin: string;
let http: UpstreamHttp;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.headers);
    respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = createUpstreamHttp({
    version: '1.2.3',
    clock: { now: () => NOW },
    timeoutMs: 2_000,
    idleTimeoutMs: 300,
    maxBytes: 10_000,
  });
});

afterEach(async () => {
  http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json = (body: string, headers: Record<string, string> = {}, status = 200) => {
  respond = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
};

const get = (ms = 2_000, path = '/rates?secret=1') =>
  http.get({ url: origin + path, signal: AbortSignal.timeout(ms), schema });

const failure = async (ms?: number): Promise<ProviderError> => {
  const error = await get(ms).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error('a ProviderError was expected');
};

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Waits until the server has seen every connection go. */
const untilNoneIsOpen = async () => {
  while ((await openConnections()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a good answer', () => {
  test('is the parsed document with the time at which its origin generated it', async () => {
    json('{"rate":1.5,"other":true}', { date: 'Mon, 05 Oct 2026 09:36:58 GMT', age: '30' });
    // 09:36:58 less 30 s of age
    expect(await get()).toEqual({
      document: { rate: 1.5 },
      generatedAt: Date.parse('2026-10-05T09:36:28Z'),
    });
  });

  test('without a readable Date is dated by its receipt', async () => {
    json('{"rate":1}', { date: 'yesterday' });
    expect((await get()).generatedAt).toBe(NOW);
  });

  test('is asked for by name and type, and not cached in a browser’s manner', async () => {
    json('{"rate":1}');
    await get();
    expect(requests[0]).toMatchObject({
      'user-agent': expect.stringMatching(/^reference-data-service\/1\.2\.3 /),
      accept: 'application/json',
    });
  });

  test('may come compressed', async () => {
    respond = (_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync('{"rate":2}'));
    };
    expect((await get()).document).toEqual({ rate: 2 });
  });

  test.each(['application/json;charset=UTF-8', 'Application/JSON', 'application/vnd.api+json'])(
    'may call itself %s',
    async (type) => {
      json('{"rate":1}', { 'content-type': type });
      expect((await get()).document).toEqual({ rate: 1 });
    },
  );

  test('reuses its connection', async () => {
    const ports = new Set<number | undefined>();
    respond = (request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"rate":1}');
    };
    await get();
    await get();
    await get();
    expect(ports.size).toBe(1);
  });
});

describe('validation', () => {
  test('a 304 replays the remembered document', async () => {
    respond = (request, response) => {
      const known = request.headers['if-none-match'] === '"a"';
      const headers = { etag: '"a"', 'content-type': 'application/json' };
      response.writeHead(known ? 304 : 200, headers).end(known ? undefined : '{"rate":7}');
    };
    await get();
    expect((await get()).document).toEqual({ rate: 7 });
    expect(requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"a"']);
  });

  test('another URL has another validator', async () => {
    json('{"rate":7}', { etag: '"a"' });
    await get(undefined, '/one');
    await get(undefined, '/two');
    expect(requests.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  test('an answer that no longer carries a validator is forgotten', async () => {
    json('{"rate":7}', { etag: '"a"' });
    await get();
    json('{"rate":8}');
    await get();
    await get();
    expect(requests.map((headers) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ]);
  });

  test('a broken answer is not remembered', async () => {
    json('{"rate":', { etag: '"a"' });
    await failure();
    json('{"rate":8}');
    await get();
    expect(requests[1]).not.toHaveProperty('if-none-match');
  });

  test('a 304 that was not asked for is a failure', async () => {
    json('', {}, 304);
    expect(await failure()).toMatchObject({ code: 'redirect' });
  });
});

describe('a bad answer', () => {
  const JSON_BODY = '{"rate":1}';
  test.each<[string, string, string, Record<string, string>, number]>([
    ['a 500', 'http-status', JSON_BODY, {}, 500],
    ['a 404', 'http-status', JSON_BODY, {}, 404],
    ['a 204', 'http-status', '', {}, 204],
    ['a 206', 'http-status', JSON_BODY, {}, 206],
    ['a 429', 'rate-limited', JSON_BODY, {}, 429],
    ['a 403', 'blocked', JSON_BODY, {}, 403],
    ['a 418', 'blocked', JSON_BODY, {}, 418],
    ['a 451', 'blocked', JSON_BODY, {}, 451],
    ['a redirect', 'redirect', '', { location: '/other' }, 302],
    ['a permanent redirect', 'redirect', '', { location: 'http://example.com/' }, 308],
    ['HTML', 'content-type', '<p>hello</p>', { 'content-type': 'text/html' }, 200],
    ['HTML under the right type', 'malformed', '<!doctype html>', {}, 200],
    ['plain text', 'content-type', JSON_BODY, { 'content-type': 'text/plain' }, 200],
    ['an empty body', 'malformed', '', {}, 200],
    ['half a document', 'malformed', '{"rate":', {}, 200],
    ['NaN for a number', 'malformed', '{"rate":NaN}', {}, 200],
    ['bytes that are not UTF-8', 'malformed', '\u{fffd}', { 'x-raw': 'latin1' }, 200],
    ['another document', 'unexpected-shape', '{"price":1}', {}, 200],
    ['a list', 'unexpected-shape', '[1]', {}, 200],
    ['a body over the cap', 'too-large', `{"rate":1${' '.repeat(10_000)}}`, {}, 200],
  ])('%s is %s', async (_name, code, body, { 'x-raw': raw, ...headers }, status) => {
    respond = (_request, response) => {
      const bytes = raw ? Buffer.from([0x22, 0xff, 0x22]) : body;
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(status === 204 ? undefined : bytes);
    };
    const error = await failure();
    expect(error.code).toBe(code);
    expect(requests).toHaveLength(1);
    expect(error.message).not.toMatch(/secret|hello|example/);
  });

  test.each([
    ['90', 90_000],
    ['Mon, 05 Oct 2026 09:38:00 GMT', 60_000],
    ['Mon, 05 Oct 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-3', undefined],
    ['7.5', undefined],
  ])('Retry-After: %s asks to stay away for %p ms', async (header, ms) => {
    json('{}', { 'retry-after': header }, 429);
    expect((await failure()).retryAfterMs).toBe(ms);
  });

  test('a compressed body that swells past the cap is cut off', async () => {
    respond = (_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(Buffer.alloc(50_000_000, ' ')));
    };
    expect(await failure()).toMatchObject({ code: 'too-large' });
  });

  test('a body without end is cut off, and its connection with it', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = () => {
        while (!response.destroyed && response.write(' '.repeat(4_096)));
      };
      response.on('drain', pour);
      pour();
    };
    expect(await failure()).toMatchObject({ code: 'too-large' });
    await untilNoneIsOpen();
  });

  test.each([
    ['an error', 500, 'application/json'],
    ['a page', 200, 'text/html'],
  ])('%s without end is not read, and its connection goes', async (_name, status, type) => {
    respond = (_request, response) => {
      response.writeHead(status, { 'content-type': type });
      response.write(' '.repeat(4_096));
    };
    // With no deadline near, nothing but the client's own tidiness closes the connection.
    const patient = createUpstreamHttp({
      version: '1.2.3',
      clock: { now: () => NOW },
      timeoutMs: 60_000,
      idleTimeoutMs: 60_000,
    });
    const asked = patient.get({ url: origin, signal: AbortSignal.timeout(60_000), schema });
    await expect(asked).rejects.toBeInstanceOf(ProviderError);
    await untilNoneIsOpen();
    patient.close();
  });

  test('a connection cut in mid-body is a broken document', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"rate":', () => response.destroy());
    };
    expect(await failure()).toMatchObject({ code: 'malformed' });
  });

  test('a compressed body cut in the middle is a broken document', async () => {
    respond = (_request, response) => {
      const bytes = gzipSync('{"rate":1.23456789012345}');
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(bytes.subarray(0, bytes.length - 12));
    };
    expect(await failure()).toMatchObject({ code: 'malformed' });
  });

  test('what is not HTTP is a broken document', async () => {
    const stranger = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('220 mail.example ESMTP\r\n');
    });
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    const asked = http.get({ url, signal: AbortSignal.timeout(1_000), schema });
    await expect(asked).rejects.toMatchObject({ code: 'malformed' });
    stranger.close();
  });
});

describe('time', () => {
  test('a hang ends with the signal, and its connection with it', async () => {
    respond = () => {};
    expect(await failure(100)).toMatchObject({ code: 'timeout' });
    await untilNoneIsOpen();
  });

  test('silence ends before the signal does', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    };
    expect(await failure(1_900)).toMatchObject({ code: 'timeout' });
  });

  test('a drip that never goes silent ends with the signal', async () => {
    const timers: NodeJS.Timeout[] = [];
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), 20));
    };
    expect(await failure(400)).toMatchObject({ code: 'timeout' });
    for (const timer of timers) clearInterval(timer);
    await untilNoneIsOpen();
  });

  test('a signal that has ended already asks nothing', async () => {
    json('{"rate":1}');
    const asked = http.get({ url: origin, signal: AbortSignal.abort(), schema });
    await expect(asked).rejects.toMatchObject({ code: 'timeout' });
    expect(requests).toHaveLength(0);
  });

  test('a closed port is unreachable', async () => {
    const closed = createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/x?key=1`;
    await new Promise((resolve) => closed.close(resolve));
    const asked = http.get({ url, signal: AbortSignal.timeout(1_000), schema });
    await expect(asked).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+\/x could not be reached \(ECONNREFUSED\)$/),
    });
  });
});

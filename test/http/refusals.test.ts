import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MarketView } from '../../src/application/views.ts';
import { aMarketView } from '../support/http/fixtures.ts';
import { RawClient, type RawResponse } from '../support/http/raw-client.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const REST = ' HTTP/1.1\r\nHost: a\r\n\r\n';
const get = (...lines: string[]): string =>
  ['GET /api/version HTTP/1.1', ...lines, '', ''].join('\r\n');

/** Requests that RFC 9110 and 9112 have refused, byte for byte. */
const REFUSED: ReadonlyArray<readonly [name: string, status: number, bytes: string]> = [
  ['no Host on HTTP/1.1', 400, get()],
  ['Host twice', 400, get('Host: a', 'Host: a')],
  ['Host twice, in another case', 400, get('Host: a', 'hOST: b')],
  ['Host with a path', 400, get('Host: a/b')],
  ['Host with user information', 400, get('Host: a@b')],
  ['Host with a list', 400, get('Host: a b')],
  ['Host with a port that is no number', 400, get('Host: a:b')],
  ['blank before the colon', 400, get('Host : a')],
  ['a folded field', 400, get('Host: a', ' b')],
  ['a field without a colon', 400, get('Host: a', 'nonsense')],
  ['a field name with a blank', 400, get('Host: a', 'X Y: 1')],
  ['a NUL in a field', 400, get('Host: a', 'X: \0')],
  ['line feeds alone', 400, 'GET / HTTP/1.1\nHost: a\n\n'],
  ['Content-Length twice', 400, get('Host: a', 'Content-Length: 1', 'Content-Length: 2')],
  ['Content-Length negative', 400, get('Host: a', 'Content-Length: -1')],
  [
    'Content-Length with Transfer-Encoding',
    400,
    get('Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
  ],
  ['Transfer-Encoding unknown', 400, get('Host: a', 'Transfer-Encoding: foo')],
  ['chunked behind a blank', 400, get('Host: a', 'Transfer-Encoding: foo chunked')],
  ['chunked twice', 400, get('Host: a', 'Transfer-Encoding: chunked, chunked')],
  ['a coding before chunked', 501, get('Host: a', 'Transfer-Encoding: gzip, chunked')],
  [
    'Transfer-Encoding on HTTP/1.0',
    400,
    'GET /api/version HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['Host with a broken escape', 400, get('Host: %zz')],
  ['Host with an IPv6 address that is none', 400, get('Host: [::::]')],
  ['Host with an IPv4 address in brackets', 400, get('Host: [1.2.3.4]')],
  ['no target', 400, `GET${REST}`],
  ['a relative target', 400, `GET api/version${REST}`],
  ['a fragment', 400, `GET /api/version#x${REST}`],
  ['a star for GET', 400, `GET *${REST}`],
  ['a backslash', 400, `GET /api\\version${REST}`],
  ['a byte above ASCII in the target', 400, `GET /api/\xe9${REST}`],
  ['a method of RTSP', 405, `DESCRIBE /api/market${REST}`],
  ['the method of HTTP/2’s preface', 405, `PRI /api/market${REST}`],
  ['an unknown method with an absolute target', 405, `BREW http://a/api/market${REST}`],
  ['an unknown method with a relative target', 400, `BREW api/market${REST}`],
  ['another scheme', 400, `GET ftp://example.org/api/version${REST}`],
  ['an absolute target without a host', 400, `GET http:///api/version${REST}`],
  ['an absolute target with a port alone', 400, `GET http://:80/api/version${REST}`],
  ['an absolute target with two ports', 400, `GET http://a:80:90/api/version${REST}`],
  ['an absolute target with half a bracket', 400, `GET http://[::1/api/version${REST}`],
  ['user information in the target', 400, `GET http://a@b/api/version${REST}`],
  ['TLS on the plain port', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['HTTP/0.9', 505, 'GET /api/version\r\n\r\n'],
  ['HTTP/1.2', 505, 'GET /api/version HTTP/1.2\r\nHost: a\r\n\r\n'],
  ['HTTP/2 in words', 505, 'GET /api/version HTTP/2.0\r\nHost: a\r\n\r\n'],
  ['HTTP/2’s preface', 505, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a word for a version', 400, 'GET /api/version HTTPS\r\nHost: a\r\n\r\n'],
  ['an unknown expectation', 417, get('Host: a', 'Expect: the-unexpected')],
  ['a target above 8 KiB', 414, `GET /${'a'.repeat(8192)}${REST}`],
  ['a target above the parser’s limit', 414, `GET /${'a'.repeat(20_000)}${REST}`],
  ['a target far above it', 414, `GET /${'a'.repeat(300_000)}${REST}`],
  ['a query far above it', 414, `GET /api/version?${'a'.repeat(70_000)}${REST}`],
  ['fields above 16 KiB', 431, get('Host: a', `Cookie: ${'a'.repeat(17_000)}`)],
  ['fields far above it', 431, get('Host: a', `Cookie: ${'a'.repeat(300_000)}`)],
  [
    'many fields',
    431,
    get('Host: a', ...Array.from({ length: 2000 }, (_, n) => `X-${n}: 1234567890`)),
  ],
];

describe('what is refused before it is a request', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  const receiveAfter = async (...chunks: string[]): Promise<RawResponse> => {
    const client = await RawClient.open(service.port);
    for (const chunk of chunks) client.send(chunk);
    const response = await client.receive();
    client.close();
    return response;
  };

  it.each(REFUSED)('%s → %d', async (_, status, bytes) => {
    const response = await receiveAfter(bytes);
    expect(response.status).toBe(status);
    mustBeAnError(response);
  });

  it('nothing of all that is logged above debug', () => {
    expect(service.logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  it.each([
    ['an empty Host', get('Host:')],
    ['Host with a port', get('Host: example.org:8080')],
    ['Host as an IPv6 address', get('Host: [::1]:80')],
    ['HTTP/1.0 without Host', 'GET /api/version HTTP/1.0\r\n\r\n'],
    ['an empty line before the request', `\r\n${get('Host: a')}`],
    [
      'an offer of HTTP/2',
      get(
        'Host: a',
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
      ),
    ],
    [
      'an offer of WebSocket',
      get(
        'Host: a',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ),
    ],
    ['Expect: 100-continue', get('Host: a', 'Expect: 100-continue', 'Content-Length: 5')],
  ])('%s is no fault', async (_, bytes) => {
    expect((await receiveAfter(bytes)).status).toBe(200);
  });

  it('a request that comes byte by byte is a request', async () => {
    expect((await receiveAfter(...get('Host: a'))).status).toBe(200);
  });

  it.each([
    ['the target', 414, `GET /${'a'.repeat(20_000)}${REST}`],
    ['the fields', 431, get('Host: a', `Authorization: Bearer ${'a'.repeat(20_000)}`)],
  ])('%s too long in small pieces → %d', async (_, status, bytes) => {
    const client = await RawClient.open(service.port);
    for (let at = 0; at < bytes.length; at += 1_448)
      await client.flush(bytes.slice(at, at + 1_448));
    expect((await client.receive()).status).toBe(status);
    client.close();
  });

  it.each([
    ['a chunk without a size', 'zz\r\n'],
    ['a chunk without its end', '1\r\nabc\r\n'],
    ['a trailer that is none', '0\r\nX Y\r\n\r\n'],
    ['extensions without end', `1;${'a'.repeat(20_000)}\r\n`],
  ])('a request whose body is %s has one answer, and the connection ends', async (_, body) => {
    for (const [method, status] of [
      ['GET', 200],
      ['POST', 405],
    ] as const) {
      const client = await RawClient.open(service.port);
      client.send(`${method} /api/version HTTP/1.1\r\nHost: a\r\n`);
      client.send(`Transfer-Encoding: chunked\r\n\r\n${body}`);
      expect((await client.receive()).status).toBe(status);
      expect(await client.ended()).toHaveLength(0);
    }
  });

  it('what is refused for its head is refused to HEAD without content', async () => {
    const client = await RawClient.open(service.port);
    client.send(get('Host: a', ' folded').replace('GET', 'HEAD'));
    const response = await client.receive('HEAD');
    expect(response.status).toBe(400);
    expect(await client.ended()).toHaveLength(0);
  });

  it('an offer of another protocol is the last request on its connection', async () => {
    const client = await RawClient.open(service.port);
    const offer = get('Host: a', 'Connection: Upgrade', 'Upgrade: websocket');
    // The rest of what came with the offer is lost to the parser: nothing after it may be taken.
    client.send(`${offer}POST /api/version HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n`);
    const response = await client.receive();
    client.send(get('Host: a'));
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await client.ended()).toHaveLength(0);
  });

  it.each([
    ['CONNECT', 405, `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`],
    ['garbage', 400, '\0garbage\r\n\r\n'],
  ])('answers owed to earlier requests come before that to %s', async (_name, status, last) => {
    const { marketAnswer } = service.useCases;
    const held = Promise.withResolvers<MarketView>();
    service.useCases.marketAnswer = held.promise;
    const client = await RawClient.open(service.port);
    client.send(`GET /api/market${REST}GET /api/version${REST}${last}`);
    setImmediate(() => held.resolve(aMarketView()));
    const answers = [await client.receive(), await client.receive(), await client.receive()];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, status]);
    expect(await client.ended()).toHaveLength(0);
    service.useCases.marketAnswer = marketAnswer;
  });

  it('a caller that has closed its side still gets the answer that it waits for', async () => {
    const { marketAnswer } = service.useCases;
    const held = Promise.withResolvers<MarketView>();
    service.useCases.marketAnswer = held.promise;
    const client = await RawClient.open(service.port);
    client.send(`GET /api/market${REST}`);
    await client.endSending();
    held.resolve(aMarketView());
    expect((await client.receive()).status).toBe(200);
    expect(await client.ended()).toHaveLength(0);
    service.useCases.marketAnswer = marketAnswer;
  });

  it('a refused connection gets one answer and is closed', async () => {
    const client = await RawClient.open(service.port);
    client.send(`nonsense\r\n\r\n${get('Host: a')}`);
    mustBeAnError(await client.receive());
    client.send(get('Host: a'));
    expect(await client.ended()).toHaveLength(0);
  });

  it.each([
    ['no byte', ''],
    ['half a request line', 'GET /api/ver'],
    ['half the fields', 'GET /api/version HTTP/1.1\r\nHost: a\r\n'],
  ])('%s in time → 408', async (_, bytes) => {
    const hurried = await startTestServer({ timeouts: { headers: 50, request: 100, check: 20 } });
    const client = await RawClient.open(hurried.port);
    client.send(bytes);
    const response = await client.receive();
    expect(response.status).toBe(408);
    mustBeAnError(response);
    expect(await client.ended()).toHaveLength(0);
    await hurried.close();
  });
});

/** Error bodies are exactly {ok:false,error}, never stored, readable from any origin. */
const mustBeAnError = (response: RawResponse): void => {
  expect(response.json()).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.has('date')).toBe(true);
};

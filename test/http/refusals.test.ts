import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  ['no target', 400, `GET${REST}`],
  ['a relative target', 400, `GET api/version${REST}`],
  ['a fragment', 400, `GET /api/version#x${REST}`],
  ['a star for GET', 400, `GET *${REST}`],
  ['a backslash', 400, `GET /api\\version${REST}`],
  ['a byte above ASCII in the target', 400, `GET /api/\xe9${REST}`],
  ['another scheme', 400, `GET ftp://example.org/api/version${REST}`],
  ['an absolute target without a host', 400, `GET http:///api/version${REST}`],
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

  it('answers owed to earlier requests on the connection come first', async () => {
    let answer: (value: typeof view) => void = () => {};
    const view = (await service.useCases.marketAnswer) as Exclude<
      Awaited<typeof service.useCases.marketAnswer>,
      Error
    >;
    service.useCases.marketAnswer = new Promise((resolve) => {
      answer = resolve;
    });
    const client = await RawClient.open(service.port);
    client.send(`GET /api/market${REST}GET /api/version${REST}\0garbage\r\n\r\n`);
    setImmediate(() => answer(view));
    expect((await client.receive()).status).toBe(200);
    expect((await client.receive()).status).toBe(200);
    expect((await client.receive()).status).toBe(400);
    expect(await client.ended()).toHaveLength(0);
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

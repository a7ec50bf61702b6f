import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchange } from '../support/http/exchange.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const TAG = '"0123456789abcdef0123456789abcdef"';
const GZIP_TAG = '"0123456789abcdef0123456789abcdef-gzip"';
const BR_TAG = '"0123456789abcdef0123456789abcdef-br"';
// The dataset is of Sat, 21 Mar 2026 08:00:00 GMT.
const SAME = 'Sat, 21 Mar 2026 08:00:00 GMT';
const BEFORE = 'Sat, 21 Mar 2026 07:59:59 GMT';
const AFTER = 'Sat, 21 Mar 2026 08:00:01 GMT';

/** RFC 9110 section 13, each row a request to the salary laws; tags and dates as above. */
const CASES: ReadonlyArray<readonly [name: string, status: number, ...headers: string[]]> = [
  ['If-None-Match: the tag', 304, `If-None-Match: ${TAG}`],
  ['If-None-Match: weak comparison', 304, `If-None-Match: W/${TAG}`],
  ['If-None-Match: any', 304, 'If-None-Match: *'],
  ['If-None-Match: any, with blanks', 304, 'If-None-Match:  * '],
  ['If-None-Match: last of a list', 304, `If-None-Match: "a", W/"b",${TAG}`],
  ['If-None-Match: a list with empty members', 304, `If-None-Match: , ,"a",, ${TAG},`],
  ['If-None-Match: over two lines', 304, 'If-None-Match: "a"', `If-None-Match: ${TAG}`],
  ['If-None-Match: a tag with a comma before it', 304, `If-None-Match: "a,b", ${TAG}`],
  ['If-None-Match: the tag inside another', 200, `If-None-Match: "a,${TAG.slice(1, -1)},b"`],
  ['If-None-Match: another tag', 200, 'If-None-Match: "a"'],
  ['If-None-Match: without quotes', 200, `If-None-Match: ${TAG.slice(1, -1)}`],
  ['If-None-Match: a malformed member beside the tag', 304, `If-None-Match: a, ${TAG}`],
  ['If-None-Match: half a quote', 200, `If-None-Match: ${TAG.slice(0, -1)}`],
  ['If-None-Match: lower-case w', 200, `If-None-Match: w/${TAG}`],
  ['If-None-Match: empty', 200, 'If-None-Match:'],
  ['If-None-Match: a star in a list is no star', 200, 'If-None-Match: "a", *'],
  ['If-None-Match: the tag of gzip', 304, `If-None-Match: ${GZIP_TAG}`],
  ['If-None-Match: the tag of br', 304, `If-None-Match: ${BR_TAG}`],
  [
    'If-None-Match: no-cache does not defeat it',
    304,
    `If-None-Match: ${TAG}`,
    'Cache-Control: no-cache',
  ],
  [
    'If-None-Match: nor no-store, max-age, Pragma',
    304,
    `If-None-Match: ${TAG}`,
    'Cache-Control: no-store, max-age=0',
    'Pragma: no-cache',
  ],
  [
    'If-None-Match over an older If-Modified-Since',
    304,
    `If-None-Match: ${TAG}`,
    `If-Modified-Since: ${BEFORE}`,
  ],
  [
    'If-None-Match over an equal If-Modified-Since',
    200,
    'If-None-Match: "a"',
    `If-Modified-Since: ${SAME}`,
  ],

  ['If-Modified-Since: the same second', 304, `If-Modified-Since: ${SAME}`],
  ['If-Modified-Since: later', 304, `If-Modified-Since: ${AFTER}`],
  ['If-Modified-Since: far in the future', 304, 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'],
  ['If-Modified-Since: earlier', 200, `If-Modified-Since: ${BEFORE}`],
  ['If-Modified-Since: RFC 850', 304, 'If-Modified-Since: Saturday, 21-Mar-26 08:00:00 GMT'],
  [
    'If-Modified-Since: RFC 850, earlier',
    200,
    'If-Modified-Since: Saturday, 21-Mar-26 07:59:59 GMT',
  ],
  ['If-Modified-Since: asctime', 304, 'If-Modified-Since: Sat Mar 21 08:00:00 2026'],
  ['If-Modified-Since: asctime, earlier', 200, 'If-Modified-Since: Sat Mar  7 08:00:00 2026'],
  ['If-Modified-Since: ISO 8601 is no HTTP-date', 200, 'If-Modified-Since: 2030-01-01T00:00:00Z'],
  [
    'If-Modified-Since: another zone is no HTTP-date',
    200,
    'If-Modified-Since: Sat, 21 Mar 2026 08:00:00 +0000',
  ],
  ['If-Modified-Since: no such day', 200, 'If-Modified-Since: Tue, 30 Feb 2027 08:00:00 GMT'],
  ['If-Modified-Since: a number', 200, 'If-Modified-Since: 4102444800'],
  [
    'If-Modified-Since: given twice',
    200,
    `If-Modified-Since: ${SAME}`,
    `If-Modified-Since: ${SAME}`,
  ],

  ['If-Match: the tag', 200, `If-Match: ${TAG}`],
  ['If-Match: any', 200, 'If-Match: *'],
  ['If-Match: in a list', 200, `If-Match: "a", ${TAG}`],
  ['If-Match: another', 412, 'If-Match: "a"'],
  ['If-Match: strong comparison', 412, `If-Match: W/${TAG}`],
  ['If-Match: bytes of another coding', 412, `If-Match: ${GZIP_TAG}`],
  ['If-Match fails before If-None-Match', 412, 'If-Match: "a"', `If-None-Match: ${TAG}`],
  ['If-Match holds, then If-None-Match', 304, `If-Match: ${TAG}`, `If-None-Match: ${TAG}`],
  ['If-Match over If-Unmodified-Since', 200, `If-Match: ${TAG}`, `If-Unmodified-Since: ${BEFORE}`],

  ['If-Unmodified-Since: the same second', 200, `If-Unmodified-Since: ${SAME}`],
  ['If-Unmodified-Since: earlier', 412, `If-Unmodified-Since: ${BEFORE}`],
  ['If-Unmodified-Since: no date', 200, 'If-Unmodified-Since: yesterday'],
  [
    'If-Unmodified-Since fails before If-None-Match',
    412,
    `If-Unmodified-Since: ${BEFORE}`,
    `If-None-Match: ${TAG}`,
  ],

  ['Range is not offered and not an error', 200, 'Range: bytes=0-9', `If-Range: ${TAG}`],
];

describe('conditional requests, by RFC 9110 section 13', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  it.each(CASES)('%s → %d', async (_, status, ...headers) => {
    const get = await exchange(service.port, 'GET /api/data/salary-laws', headers);
    expect(get.status).toBe(status);
  });

  it.each(CASES)('HEAD as GET: %s → %d', async (_, status, ...headers) => {
    const head = await exchange(service.port, 'HEAD /api/data/salary-laws', headers);
    expect(head.status).toBe(status);
  });

  it('304 has no body, nor a field that would describe one', async () => {
    const { headers, body } = await exchange(service.port, 'GET /api/data/salary-laws', [
      `If-None-Match: ${BR_TAG}`,
      'Accept-Encoding: br',
    ]);
    expect(body).toHaveLength(0);
    const sent = [...headers.keys()].filter((name) => name.startsWith('content-'));
    expect(sent).toEqual([]);
    expect(headers.has('transfer-encoding')).toBe(false);
  });

  it('304 carries what a 200 would: ETag, Cache-Control, Last-Modified, Vary, CORS, request id', async () => {
    const path = 'GET /api/data/salary-laws';
    const full = await exchange(service.port, path, ['X-Request-Id: one']);
    const none = await exchange(service.port, path, ['X-Request-Id: one', `If-None-Match: ${TAG}`]);
    const kept = [
      'etag',
      'cache-control',
      'last-modified',
      'vary',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'x-content-type-options',
      'x-request-id',
    ];
    const pick = ({ headers }: typeof full) => kept.map((name) => [name, headers.get(name)]);
    expect(none.status).toBe(304);
    expect(pick(none)).toEqual(pick(full));
    expect(pick(none).every(([, value]) => value !== undefined)).toBe(true);
  });

  it.each([
    ['the one that matched', 'gzip;q=0.1, br', GZIP_TAG, GZIP_TAG],
    ['the one that matched, identity', 'br', TAG, TAG],
    ['its own where it is in the list', 'br', `${TAG}, ${GZIP_TAG}, ${BR_TAG}`, BR_TAG],
    ['its own for any', 'gzip', '*', GZIP_TAG],
  ])('the tag on a 304 is %s', async (_, coding, sent, expected) => {
    const response = await exchange(service.port, 'GET /api/data/salary-laws', [
      `Accept-Encoding: ${coding}`,
      `If-None-Match: ${sent}`,
    ]);
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(expected);
  });

  it.each([
    ['identity', GZIP_TAG],
    ['gzip', BR_TAG],
    ['*, br;q=0', BR_TAG],
    ['br, identity;q=0', TAG],
    ['', GZIP_TAG],
  ])('with Accept-Encoding: %s nobody is told to keep %s', async (coding, sent) => {
    const response = await exchange(service.port, 'GET /api/data/salary-laws', [
      `Accept-Encoding: ${coding}`,
      `If-None-Match: ${sent}`,
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).not.toBe(sent);
  });

  it('the bytes after a 304 belong to the next answer on the connection', async () => {
    const { RawClient } = await import('../support/http/raw-client.ts');
    const client = await RawClient.open(service.port);
    const line = 'GET /api/data/salary-laws HTTP/1.1\r\nHost: a\r\n';
    client.send(`${line}If-None-Match: ${TAG}\r\n\r\n${line}\r\n`);
    expect((await client.receive()).status).toBe(304);
    expect((await client.receive()).status).toBe(200);
    client.close();
  });

  it('the market revalidates by tag, and a date cannot hide a new label', async () => {
    const first = await exchange(service.port, 'GET /api/market');
    const etag = first.headers.get('etag');
    const again = await exchange(service.port, 'GET /api/market', [`If-None-Match: ${etag}`]);
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe('public, max-age=200, must-revalidate');
    const dated = await exchange(service.port, 'GET /api/market', [`If-Modified-Since: ${AFTER}`]);
    expect(dated.status).toBe(200);
    expect(first.headers.has('last-modified')).toBe(false);
  });

  it('the interface description revalidates by tag', async () => {
    const first = await exchange(service.port, 'GET /api/openapi.json', ['Accept-Encoding: gzip']);
    const again = await exchange(service.port, 'GET /api/openapi.json', [
      'Accept-Encoding: gzip',
      `If-None-Match: ${first.headers.get('etag')}`,
    ]);
    expect(again.status).toBe(304);
    expect(again.headers.has('content-encoding')).toBe(false);
  });

  it('conditions never turn an error into a 304 or a 412', async () => {
    for (const condition of ['If-None-Match: *', 'If-Match: "a"', `If-Modified-Since: ${AFTER}`]) {
      const response = await exchange(service.port, 'GET /api/nothing', [condition]);
      expect(response.status).toBe(404);
    }
  });
});

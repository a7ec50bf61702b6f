import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchange } from '../support/http/exchange.ts';
import { aMarketView, aSnapshot } from '../support/http/fixtures.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** One request of each kind of answer. */
const KINDS: ReadonlyArray<readonly [status: number, line: string, ...headers: string[]]> = [
  [200, 'GET /api/market'],
  [200, 'GET /api/data/salary-laws'],
  [200, 'GET /api/version'],
  [200, 'HEAD /api/openapi.json'],
  [204, 'OPTIONS /api/market'],
  [304, 'GET /api/data/salary-laws', 'If-None-Match: *'],
  [304, 'GET /api/openapi.json', 'If-None-Match: *'],
  [404, 'GET /nothing'],
  [405, 'POST /api/market'],
  [406, 'GET /api/market', 'Accept-Encoding: *;q=0'],
  [412, 'GET /api/market', 'If-Match: "a"'],
  [414, `GET /api/version?${'a'.repeat(9000)}`],
  [417, 'GET /api/version', 'Expect: x'],
];

describe('every answer', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  it.each(KINDS)(
    '%d: can be read from any origin, and does not vary by it',
    async (status, line, ...fields) => {
      const { headers, ...response } = await exchange(service.port, line, [
        'Origin: https://example.org',
        ...fields,
      ]);
      expect(response.status).toBe(status);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toBe(
        'ETag, Last-Modified, X-Request-Id, Retry-After',
      );
      expect(headers.get('vary') ?? '').not.toMatch(/origin/i);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it.each(KINDS)('%d: repeats a well-formed request id', async (_, line, ...fields) => {
    const { headers } = await exchange(service.port, line, ['X-Request-Id: a.B-9_z', ...fields]);
    expect(headers.get('x-request-id')).toBe('a.B-9_z');
  });

  it.each(KINDS)('%d: tells nothing of its software', async (_, line, ...fields) => {
    const { headers } = await exchange(service.port, line, fields);
    expect(headers.has('server')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
  });

  it.each(KINDS.filter(([status]) => status >= 400))(
    '%d: an error is never stored, and its body is exactly {ok:false,error}',
    async (_, line, ...fields) => {
      const { headers, json } = await exchange(service.port, line, fields);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('etag')).toBe(false);
      expect(json()).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].*\.$/) });
    },
  );

  it.each([
    ['none', []],
    ['an empty one', ['X-Request-Id:']],
    ['one with a blank', ['X-Request-Id: a b']],
    ['one of 129 characters', [`X-Request-Id: ${'a'.repeat(129)}`]],
    ['two', ['X-Request-Id: a', 'X-Request-Id: b']],
    ['markup', ['X-Request-Id: <script>']],
  ])('a fresh UUID stands in for %s', async (_, fields) => {
    const first = await exchange(service.port, 'GET /api/version', fields);
    const second = await exchange(service.port, 'GET /api/version', fields);
    expect(first.headers.get('x-request-id')).toMatch(UUID);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('a healthy exchange logs nothing', async () => {
    for (const [, line, ...fields] of KINDS) await exchange(service.port, line, fields);
    expect(service.logger.lines).toEqual([]);
  });
});

describe('a failure that nobody foresaw', () => {
  const SECRET = 'ENOENT /srv/secret/path redis://user:password@host';
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
    const { useCases } = service;
    useCases.marketAnswer = new Error(SECRET);
    useCases.salaryLawsAnswer = new TypeError(SECRET);
    useCases.healthAnswer = new Error(SECRET);
    useCases.readyAnswer = new Error(SECRET);
    useCases.versionAnswer = new Error(SECRET);
  });
  afterAll(() => service.close());

  it.each(['/api/market', '/api/data/salary-laws', '/api/health', '/api/ready', '/api/version'])(
    'in %s is a 500 that hides it from the caller and is logged once, under the request’s id',
    async (path) => {
      const before = service.logger.lines.length;
      const response = await exchange(service.port, `GET ${path}`, ['X-Request-Id: r-1']);
      expect(response.status).toBe(500);
      expect(response.json()).toEqual({
        ok: false,
        error: 'The service failed to answer this request. The failure has been recorded.',
      });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect([...response.headers.values()].join()).not.toContain('secret');
      const logged = service.logger.lines.slice(before);
      expect(logged).toEqual([
        {
          level: 'error',
          message: 'request failed',
          fields: { err: expect.any(Error), requestId: 'r-1', method: 'GET', path },
        },
      ]);
    },
  );

  it('in making the body is no different', async () => {
    const broken = { ...aSnapshot(), assembledAt: 1n as unknown as number };
    service.useCases.marketAnswer = aMarketView({ snapshot: broken });
    const response = await exchange(service.port, 'GET /api/market');
    expect(response.status).toBe(500);
    expect(response.json()).toEqual({ ok: false, error: expect.any(String) });
  });
});

import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATHS } from '../../src/adapters/http/routes.ts';
import { exchange } from '../support/http/exchange.ts';
import { request } from '../support/http/raw-client.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const ERROR = { ok: false, error: expect.stringMatching(/^[A-Z].*\.$/) };

const isAllowed = (method: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method);

describe('methods and paths', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  describe.each(PATHS)('%s', (path) => {
    it('answers GET with JSON and its length', async () => {
      const { status, headers, body } = await exchange(service.port, `GET ${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('content-length')).toBe(String(body.length));
    });

    it('answers HEAD with the header fields of GET and no body', async () => {
      const fields = ['X-Request-Id: same', 'Accept-Encoding: br;q=1, gzip;q=0.5'];
      const get = await exchange(service.port, `GET ${path}`, fields);
      const head = await exchange(service.port, `HEAD ${path}`, fields);
      expect(head.status).toBe(200);
      expect(without(head.headers, 'date')).toEqual(without(get.headers, 'date'));
    });

    it('answers OPTIONS with 204, Allow and the CORS preflight fields', async () => {
      const { status, headers } = await exchange(service.port, `OPTIONS ${path}`, [
        'Origin: https://example.org',
        'Access-Control-Request-Method: GET',
        'Access-Control-Request-Headers: if-none-match',
      ]);
      expect(status).toBe(204);
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
      expect(headers.get('access-control-allow-headers')).toBe('*, Authorization');
      expect(headers.get('access-control-max-age')).toBe('86400');
      expect(headers.has('content-length')).toBe(false);
    });

    // Neither a method that Node's parser knows nor one that it has never heard of.
    it.each([...METHODS.filter((method) => !isAllowed(method)), 'BREW', 'get'])(
      'refuses %s with 405 and Allow',
      async (method) => {
        const response = await exchange(service.port, `${method} ${path}`);
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')?.split(', ').sort()).toEqual([
          'GET',
          'HEAD',
          'OPTIONS',
        ]);
        expect(response.json()).toEqual(ERROR);
      },
    );
  });

  it('CONNECT to a host is refused like any other method', async () => {
    const response = await request(service.port, 'CONNECT example.org:443');
    expect(response.status).toBe(405);
    expect(response.json()).toEqual(ERROR);
    expect(response.headers.get('connection')).toBe('close');
  });

  it('a method that the parser does not know, on an unknown path, is a 404', async () => {
    expect((await exchange(service.port, 'BREW /api/tea')).status).toBe(404);
  });

  it.each([
    '/api/market/',
    '/api/Market',
    '/API/market',
    '/api//market',
    '//api/market',
    '/api/mark%65t',
    '/api/market%20',
    '/api/market;v=1',
    '/api/./market',
    '/api/x/../market',
    '/api/data',
    '/api/data/salary-laws/1405',
    '/api/',
    '/favicon.ico',
    '/__proto__',
    '/constructor',
    '/%',
    '/%00',
  ])('paths are exact: %s is a 404', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const response = await exchange(service.port, `${method} ${path}`);
      expect([method, response.status]).toEqual([method, 404]);
      if (method !== 'HEAD') expect(response.json()).toEqual(ERROR);
    }
  });

  it.each([
    '/api/version?',
    '/api/version?verbose=1&x=%00',
    '/api/version?a/b?c',
    'http://example.org/api/version',
    'HTTPS://example.org:8443/api/version?x',
    'http://[::1]:80/api/version',
  ])('a query or an absolute form changes nothing: %s', async (target) => {
    const response = await exchange(service.port, `GET ${target}`);
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ version: '1.2.3' });
  });

  it('an absolute form without a path is the root', async () => {
    expect((await exchange(service.port, 'GET http://example.org')).status).toBe(200);
    expect((await exchange(service.port, 'GET http://example.org?x')).status).toBe(200);
  });

  it('OPTIONS * asks about the server as a whole', async () => {
    const { status, headers } = await request(service.port, 'OPTIONS *');
    expect(status).toBe(204);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('a body on GET is neither wanted nor a fault', async () => {
    const response = await exchange(service.port, 'GET /api/version', ['Content-Length: 0']);
    expect(response.status).toBe(200);
  });
});

const without = (headers: ReadonlyMap<string, string>, name: string) =>
  [...headers].filter(([key]) => key !== name).sort();

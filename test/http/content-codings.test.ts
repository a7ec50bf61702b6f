import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decoded, exchange } from '../support/http/exchange.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const ENCODED = ['/api/market', '/api/data/salary-laws', '/api/openapi.json'] as const;

describe('content codings', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  describe.each(ENCODED)('%s', (path) => {
    it('decodes to the same bytes in each coding, and each has a strong tag of its own', async () => {
      const plain = await exchange(service.port, `GET ${path}`);
      const tags = new Set([plain.headers.get('etag')]);
      for (const coding of ['gzip', 'br']) {
        const response = await exchange(service.port, `GET ${path}`, [
          `Accept-Encoding: ${coding}`,
        ]);
        expect(response.headers.get('content-encoding')).toBe(coding);
        expect(decoded(response).equals(plain.body)).toBe(true);
        tags.add(response.headers.get('etag'));
      }
      expect(tags.size).toBe(3);
      expect([...tags].every((tag) => /^"[^"]+"$/.test(tag ?? ''))).toBe(true);
    });

    it('says in each coding that it varies by Accept-Encoding, and by nothing else', async () => {
      for (const coding of ['identity', 'gzip', 'br']) {
        const { headers } = await exchange(service.port, `GET ${path}`, [
          `Accept-Encoding: ${coding}`,
          'Origin: https://example.org',
        ]);
        expect(headers.get('vary')).toBe('Accept-Encoding');
      }
    });

    it('406, with Vary, where every coding is refused', async () => {
      const response = await exchange(service.port, `GET ${path}`, [
        'Accept-Encoding: identity;q=0, *;q=0',
      ]);
      expect(response.status).toBe(406);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.json()).toEqual({ ok: false, error: expect.any(String) });
    });
  });

  it('small answers are not encoded', async () => {
    const { headers } = await exchange(service.port, 'GET /api/version', ['Accept-Encoding: gzip']);
    expect(headers.has('content-encoding')).toBe(false);
    expect(headers.has('vary')).toBe(false);
  });
});

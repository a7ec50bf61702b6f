import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SalaryLawsUnavailable } from '../../src/application/views.ts';
import { exchange } from '../support/http/exchange.ts';
import { someSalaryLaws } from '../support/http/fixtures.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

describe('GET /api/data/salary-laws', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.useCases.salaryLawsAnswer = someSalaryLaws();
  });

  const get = (...headers: string[]) =>
    exchange(service.port, 'GET /api/data/salary-laws', headers);

  it('the bytes served are the dataset’s own', async () => {
    expect((await get()).text()).toBe(someSalaryLaws().body);
  });

  it('carries ETag from the revision, Last-Modified from the manifest, and the CDN policy', async () => {
    const { headers } = await get();
    expect(headers.get('etag')).toBe('"0123456789abcdef0123456789abcdef"');
    expect(headers.get('last-modified')).toBe('Sat, 21 Mar 2026 08:00:00 GMT');
    expect(headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800',
    );
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  it('dated ahead of the clock, it is sent with the time of the answer, and revalidates by tag alone', async () => {
    const ahead = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    service.useCases.salaryLawsAnswer = someSalaryLaws({ publishedAt: ahead });
    const { headers } = await get();
    const date = Date.parse(headers.get('date') ?? '');
    const lastModified = headers.get('last-modified') ?? '';
    expect(Math.abs(date - Date.parse(lastModified))).toBeLessThanOrEqual(1000);
    const byTag = await get(`If-None-Match: ${headers.get('etag')}`);
    expect([byTag.status, Date.parse(byTag.headers.get('last-modified') ?? '') < ahead]).toEqual([
      304,
      true,
    ]);
    const before = new Date(ahead - 7_200_000).toUTCString();
    expect((await get(`If-Modified-Since: ${before}`)).status).toBe(200);
  });

  it('rule 1: when If-None-Match carries the current ETag, the response is 304 with no content', async () => {
    const etag = (await get()).headers.get('etag');
    const response = await get(`If-None-Match: ${etag}`);
    expect(response.status).toBe(304);
    expect(response.body).toHaveLength(0);
  });

  it.each([
    ['is absent', []],
    ['does not match', ['If-None-Match: "another"']],
  ])(
    'rule 2: when If-None-Match %s, the response is 200 with the full dataset',
    async (_, headers) => {
      const response = await get(...headers);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual(someSalaryLaws().laws);
      expect(response.headers.has('etag')).toBe(true);
      expect(response.headers.has('last-modified')).toBe(true);
    },
  );

  it('a new revision is served at once, and the old tag no longer matches', async () => {
    const old = (await get()).headers.get('etag');
    service.useCases.salaryLawsAnswer = someSalaryLaws({ revision: 'fedcba9876543210' });
    const response = await get(`If-None-Match: ${old}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe('"fedcba9876543210"');
  });

  it('without a dataset: 500 and the error body, whatever the request’s conditions', async () => {
    service.useCases.salaryLawsAnswer = new SalaryLawsUnavailable('/srv/data/years/1405.json: bad');
    const response = await get('If-None-Match: *');
    expect(response.status).toBe(500);
    expect(response.json()).toEqual({
      ok: false,
      error: 'The salary laws are not available at the moment. Retry later.',
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(service.logger.at('error')).toEqual([]);
  });
});

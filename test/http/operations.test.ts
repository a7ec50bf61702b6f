import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HealthView, ReadyView } from '../../src/application/views.ts';
import { exchange } from '../support/http/exchange.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const DEGRADED: HealthView = {
  status: 'degraded',
  checks: { crypto: { status: 'degraded', reason: 'no source answers' } },
};
const STARTING: ReadyView = { ready: false, status: 'starting', waitingFor: ['market'] };
const DRAINING: ReadyView = { ready: false, status: 'draining', waitingFor: [] };
const READY: ReadyView = { ready: true, status: 'ready', waitingFor: [] };

describe('operations', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer();
  });
  afterAll(() => service.close());

  it.each(['GET', 'HEAD'])(
    '%s /api/health is 200 while all is well, 503 when degraded',
    async (method) => {
      const well = await exchange(service.port, `${method} /api/health`);
      expect(well.status).toBe(200);
      service.useCases.healthAnswer = DEGRADED;
      const degraded = await exchange(service.port, `${method} /api/health`);
      expect(degraded.status).toBe(503);
      if (method === 'GET') expect(degraded.json()).toEqual(DEGRADED);
      service.useCases.healthAnswer = { status: 'ok', checks: {} };
    },
  );

  it.each(['GET', 'HEAD'])(
    '%s /api/ready is 200 when ready, 503 while starting or draining',
    async (method) => {
      for (const [view, status] of [
        [READY, 200],
        [STARTING, 503],
        [DRAINING, 503],
      ] as const) {
        service.useCases.readyAnswer = view;
        const response = await exchange(service.port, `${method} /api/ready`);
        expect(response.status).toBe(status);
        if (method === 'GET') expect(response.json()).toEqual(view);
      }
    },
  );

  it('GET /api/version tells version, commit, build time, interface version and dataset', async () => {
    const { json } = await exchange(service.port, 'GET /api/version');
    expect(json()).toEqual({
      version: '1.2.3',
      commit: '0a1b2c3',
      builtAt: '2026-10-01T00:00:00.000Z',
      interfaceVersion: '8.0.0',
      salaryLaws: { version: '1405.1', revision: '0123456789abcdef0123456789abcdef' },
    });
  });

  it('the index lists what there is', async () => {
    const { json } = await exchange(service.port, 'GET /');
    const { endpoints } = json<{ endpoints: string[] }>();
    for (const path of endpoints) {
      const { status } = await exchange(service.port, `HEAD ${path}`);
      expect([path, status]).toEqual([path, path === '/api/ready' ? 503 : 200]);
    }
  });

  it.each(['/api/health', '/api/ready', '/api/version', '/', '/api'])(
    '%s is never stored and has no tag',
    async (path) => {
      const { headers } = await exchange(service.port, `GET ${path}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('etag')).toBe(false);
    },
  );
});

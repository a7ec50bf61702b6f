import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { compose } from '../../../../src/cli/provider-states/composition.ts';
import {
  CONTRACT_INSTANT,
  loadProperties,
  openScene,
  type StagedService,
  type StageProperties,
} from '../../../../src/cli/provider-states/staged-service.ts';

let properties: StageProperties;
let service: StagedService | undefined;

beforeAll(async () => {
  properties = await loadProperties();
});
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const stage = async (...names: string[]) => {
  service = await openScene(compose(names.map((name) => ({ name }))), properties);
};

const get = async (path: string, headers: Record<string, string> = {}) => {
  if (!service) throw new Error('no scene is open');
  service.prepare();
  return fetch(`http://${service.host}:${service.port}${path}`, { headers });
};

const statuses = async () =>
  Promise.all(
    ['/api/market', '/api/data/salary-laws', '/api/health', '/api/ready', '/api/version'].map(
      async (path) => (await get(path)).status,
    ),
  );

test.each([
  [[], [200, 200, 200, 200, 200]],
  [['market rates are live'], [200, 200, 200, 200, 200]],
  [['market rates are stale'], [200, 200, 503, 200, 200]],
  [['market rates are unavailable'], [500, 200, 503, 503, 200]],
  [['salary laws cannot be read'], [200, 500, 503, 503, 200]],
  [['the service is degraded'], [200, 200, 503, 200, 200]],
  [['the service is not ready'], [500, 200, 503, 503, 200]],
  [['the service is draining'], [200, 200, 200, 503, 200]],
  [
    ['the service is draining', 'market rates are stale'],
    [200, 200, 503, 503, 200],
  ],
])('%j answers %j', async (names, expected) => {
  await stage(...names);
  expect(await statuses()).toEqual(expected);
});

test.each(['live', 'cached', 'stale'])(
  '%s rates stay so, request by request',
  async (freshness) => {
    await stage(`market rates are ${freshness}`);
    for (let request = 0; request < 3; request += 1) {
      const { data } = (await (await get('/api/market')).json()) as {
        data: { freshness: string; timestamp: number };
      };
      expect(data.freshness).toBe(freshness);
      expect(data.timestamp).toBeGreaterThanOrEqual(CONTRACT_INSTANT);
    }
  },
);

test.each(['official', 'market'])('the %s rial is published', async (kind) => {
  await stage(`IRR is ${kind}`);
  expect(await (await get('/api/market')).json()).toHaveProperty(
    'data.currencies.IRR.rateType',
    kind,
  );
});

test('salary laws that a consumer dates after the scene are in service all the same', async () => {
  const parameters = { version: '1499.1', updatedAt: '2062-03-21' };
  service = await openScene(
    compose([{ name: 'salary laws are available', parameters }]),
    properties,
  );
  const answer = await get('/api/data/salary-laws');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject(parameters);
});

test('the tag is the one that the service answers 304 to', async () => {
  await stage('salary laws are available');
  const tag = await service?.salaryLawsTag();
  const answer = await get('/api/data/salary-laws', { 'If-None-Match': String(tag) });
  expect(answer.status).toBe(304);
});

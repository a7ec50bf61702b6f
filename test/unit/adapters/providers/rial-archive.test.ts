import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('rial-archive');
});
afterEach(() => rig.close());

const JSDELIVR = '/gh/SamadiPour/rial-exchange-rates-archive@data/gregorian_7days.min.json';
const MIRROR = '/SamadiPour/rial-exchange-rates-archive/data/gregorian_7days.min.json';

test('makes rial of the recorded toman, dated by the newest day', async () => {
  rig.server.send(recordedText('rial-archive-7days.json'));
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'irr:market',
        // (190500 + 190400) / 2 toman x 10
        value: 1_904_500,
        observedAt: Date.parse('2026-08-21T00:00:00Z'),
        // (190700 + 190600) / 2 = 190650 the day before: -200 / 190650 = -0.104904 %
        change: { percent: expect.closeTo(-0.104904, 5), basis: 'previous-close' },
      },
    ],
    refused: [],
  });
  expect(rig.server.calls.urls).toEqual([JSDELIVR]);
});

test('an old day without a buying price counts by its selling price', async () => {
  rig.server.send('{"2026/10/04":{"usd":{"sell":250000}}}');
  expect(quoteOf(await rig.poll(), 'irr:market')?.value).toBe(2_500_000);
});

describe('the unit is toman', () => {
  test('a figure in rial is refused, not multiplied', async () => {
    rig.server.change('irr:market', (toman) => toman * 10);
    expect(await rig.failure()).toMatchObject({
      code: 'no-data',
      message: expect.stringContaining('cannot be rial per USD'),
    });
  });

  test('a figure ten times too small is refused', async () => {
    rig.server.change('irr:market', (toman) => toman / 10);
    expect(await rig.failure()).toMatchObject({ code: 'no-data' });
  });
});

describe('the mirror', () => {
  test.each([
    ['is missing, as it is for a moment each day', () => rig.server.status(404, {}, /^\/gh/)],
    ['hangs', () => rig.server.hang(/^\/gh/)],
  ])('is asked where the first host %s, and may call JSON text', async (_name, spoil) => {
    spoil();
    expect(quoteOf(await rig.poll(), 'irr:market')?.value).toBeGreaterThan(2_500_000);
    expect(rig.server.calls.urls).toEqual([JSDELIVR, MIRROR]);
  });

  test('where both fail, the first one’s failure is told', async () => {
    rig.server.html();
    rig.server.status(429, { 'retry-after': '9' }, /^\/gh/);
    expect(await rig.failure()).toMatchObject({ code: 'rate-limited', retryAfterMs: 9_000 });
  });
});

test.each([
  ['zero', '{"2026/10/04":{"usd":{"sell":0}}}', 'no-data'],
  ['a string', '{"2026/10/04":{"usd":{"sell":"250000","buy":"250000"}}}', 'no-data'],
  ['no dollar', '{"2026/10/04":{}}', 'no-data'],
  ['a day ahead', '{"2026/10/07":{"usd":{"sell":250000}}}', 'no-data'],
  ['no day', '{}', 'no-data'],
  ['a key that is no day', '{"2026/13/01":{}}', 'unexpected-shape'],
])('%s leaves nothing to quote', async (_name, body, code) => {
  rig.server.send(body);
  expect(await rig.failure()).toMatchObject({ code });
});

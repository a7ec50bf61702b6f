import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import { type ProviderRig, startProvider } from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('nbp');
});
afterEach(() => rig.close());

const OCTOBER_5 = Date.parse('2026-10-05T00:00:00Z');

test('turns the recorded zloty per gram into dollars per ounce', async () => {
  rig.server.send(recordedText('nbp-gold-last2.json'), {}, /cenyzlota/);
  rig.server.send(recordedText('nbp-usd-table-a.json'), {}, /usd/);
  // 501.88 PLN/g x 31.1034768 g/oz / 3.7612 PLN/USD = 4150.3357 USD/oz; gold's other day has no mid.
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'metal:XAU',
        value: expect.closeTo((501.88 * 31.1034768) / 3.7612, 6),
        observedAt: OCTOBER_5,
      },
    ],
    refused: [],
  });
});

test('asks for two prices and the dollar rates around them', async () => {
  await rig.poll();
  expect(rig.server.calls.urls.toSorted()).toEqual([
    '/api/cenyzlota/last/2/?format=json',
    '/api/exchangerates/rates/a/usd/last/5/?format=json',
  ]);
});

test('measures the change in dollars, each day at its own rate', async () => {
  // 503.11 / 3.7693 = 133.4757 -> 501.88 / 3.7612 = 133.4362: -0.0295 %
  expect((await rig.poll()).quotes[0]?.change).toEqual({
    percent: expect.closeTo((501.88 / 3.7612 / (503.11 / 3.7693) - 1) * 100, 9),
    basis: 'previous-close',
  });
});

test.each([
  ['a price of zero', /cenyzlota/, '[{"data":"2026-10-05","cena":0}]', 'zero'],
  ['a price in a string', /cenyzlota/, '[{"data":"2026-10-05","cena":"501.88"}]', 'not a number'],
  ['a price dated ahead', /cenyzlota/, '[{"data":"2026-10-07","cena":1}]', 'no USD rate'],
  ['no price', /cenyzlota/, '[]', 'no usable quote'],
  ['no dollar rate', /usd/, '{"table":"A","code":"USD","rates":[]}', 'no USD rate of its day'],
  [
    'a negative dollar rate',
    /usd/,
    '{"table":"A","code":"USD","rates":[{"effectiveDate":"2026-10-05","mid":-3.7}]}',
    'USD is negative',
  ],
])('%s leaves nothing to quote', async (_name, path, body, reason) => {
  rig.server.send(body, {}, path);
  expect(await rig.failure()).toMatchObject({
    code: 'no-data',
    message: expect.stringContaining(reason),
  });
});

test('rates of another currency are another document', async () => {
  rig.server.send('{"table":"A","code":"EUR","rates":[]}', {}, /usd/);
  expect(await rig.failure()).toMatchObject({ code: 'unexpected-shape' });
});

test('either request failing fails both: neither means anything alone', async () => {
  rig.server.status(404, {}, /usd/);
  expect(await rig.failure()).toMatchObject({ code: 'http-status' });
});

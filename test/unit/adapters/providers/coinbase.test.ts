import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('coinbase');
});
afterEach(() => rig.close());

test('quotes the recorded products as of the answer, for they have no time', async () => {
  const date = 'Mon, 05 Oct 2026 09:36:55 GMT';
  rig.server.send(recordedText('coinbase-exchange-products-stats.json'), { date, age: '5' });
  // 09:36:55 less 5 s in a cache
  const observedAt = Date.parse('2026-10-05T09:36:50Z');
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'crypto:BTC',
        value: 85_866.19,
        observedAt,
        // (85866.19 - 85236.12) / 85236.12 = 0.739205 %
        change: { percent: expect.closeTo(0.739205, 5), basis: '24h' },
      },
      {
        instrument: 'crypto:ETH',
        value: 2701.52,
        observedAt,
        // (2701.52 - 2681.15) / 2681.15 = 0.759749 %
        change: { percent: expect.closeTo(0.759749, 5), basis: '24h' },
      },
    ],
    refused: [],
  });
});

test('asks once for all, and takes dollars alone', async () => {
  expect((await rig.poll()).quotes).toHaveLength(9);
  expect(rig.server.calls.urls).toEqual(['/products/stats']);
  rig.server.send('{"BTC-EUR":{"stats_24hour":{"open":"1","last":"1"}},"BTC-USDT":{}}');
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test('an answer dated ahead of the clock’s slack is refused', async () => {
  rig.server.send(recordedText('coinbase-exchange-products-stats.json'), {
    date: 'Mon, 05 Oct 2026 09:39:00 GMT',
  });
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test.each([
  ['"NaN"', 'NaN', 'not a number'],
  ['"0"', '0', 'zero'],
  ['a negative', '-1', 'negative'],
  ['null', null, 'not a number'],
])('%s is refused and costs itself alone', async (_name, value, reason) => {
  rig.server.change('crypto:BTC', () => value);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'crypto:BTC', reason }]);
  expect(report.quotes).toHaveLength(8);
});

test('a coin without its open is quoted without a change', async () => {
  rig.server.change('BTC-USD.stats_24hour.open', () => '0');
  expect(quoteOf(await rig.poll(), 'crypto:BTC')).not.toHaveProperty('change');
});

test.each([
  [404, 'http-status'],
  [429, 'rate-limited'],
  [200, 'no-data'],
])('the recorded error document under status %d is %s', async (status, code) => {
  rig.server.fail((prepared, response) => {
    const body = recordedText('errors/coinbase-exchange-404.json');
    response.writeHead(status, prepared.headers).end(body);
  });
  expect(await rig.failure()).toMatchObject({ code });
});

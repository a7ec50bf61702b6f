import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedJson } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  refusalOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('bitstamp');
});
afterEach(() => rig.close());

test('quotes the recorded tickers, strings throughout', async () => {
  const btc = recordedJson<object>('bitstamp-ticker-btcusd.json');
  const eth = recordedJson<object>('bitstamp-ticker-ethusd.json');
  const list = [
    { ...btc, pair: 'BTC/USD' },
    { ...eth, pair: 'ETH/USD' },
  ];
  rig.server.send(JSON.stringify(list));
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'crypto:BTC',
        value: 85_864,
        observedAt: 1_791_193_016_000,
        change: { percent: 0.78, basis: '24h' },
      },
      {
        instrument: 'crypto:ETH',
        value: 2701.3,
        observedAt: 1_791_193_014_000,
        change: { percent: 0.72, basis: '24h' },
      },
    ],
    refused: [],
  });
});

test('takes pairs in dollars alone: neither euros nor tethers are dollars', async () => {
  const btc = recordedJson<object>('bitstamp-ticker-btcusd.json');
  const pairs = ['BTC/EUR', 'BTC/USDT', 'BTC/USDC', 'BTCUSD'];
  rig.server.send(JSON.stringify(pairs.map((pair) => ({ ...btc, pair }))));
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test('asks once for all', async () => {
  expect((await rig.poll()).quotes).toHaveLength(7);
  expect(rig.server.calls.urls).toEqual(['/api/v2/ticker/']);
});

test.each([
  ['"NaN"', 'NaN', 'not a number'],
  ['"Infinity"', 'Infinity', 'not a number'],
  ['an empty string', '', 'not a number'],
  ['blanks', ' 85864 ', 'not a number'],
  ['"0.00"', '0.00', 'zero'],
  ['a negative', '-85864.00', 'negative'],
  ['null', null, 'not a number'],
])('%s is refused and costs itself alone', async (_name, value, reason) => {
  rig.server.change('crypto:BTC', () => value);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'crypto:BTC', reason }]);
  expect(report.quotes).toHaveLength(6);
});

test('a number outside its string is not what is documented', async () => {
  rig.server.send(JSON.stringify([{ pair: 'BTC/USD', last: 85_864, timestamp: '1791193016' }]));
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test('a time ahead of the clock’s slack is refused', async () => {
  rig.server.change('0.timestamp', (seconds) => seconds + 120);
  expect(refusalOf(await rig.poll(), 'crypto:BTC')).toBe('dated in the future');
});

test('a coin without its change is quoted without one', async () => {
  rig.server.change('0.percent_change_24', () => null);
  expect(quoteOf(await rig.poll(), 'crypto:BTC')).not.toHaveProperty('change');
});

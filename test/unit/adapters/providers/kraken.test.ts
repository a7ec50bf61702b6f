import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('kraken');
});
afterEach(() => rig.close());

const TICKER =
  '/0/public/Ticker?pair=XXBTZUSD,XETHZUSD,USDTZUSD,SOLUSD,XXRPZUSD,ADAUSD,XDGUSD,TRXUSD';
// 2026-10-04 08:37 UTC, an hour more than a day before the recorded minute
const candlesOf = (pair: string) =>
  `/0/public/OHLC?pair=${pair}&interval=60&since=${Date.parse('2026-10-04T08:37:00Z') / 1_000}`;

test('quotes the recorded tickers as of the answer, for they have no time', async () => {
  rig.server.send(recordedText('kraken-ticker.json'), {}, /Ticker/);
  rig.server.send(recordedText('kraken-ohlc-xbtusd-60.json'), {}, /OHLC/);
  const report = await rig.poll();
  const observedAt = Date.parse('2026-10-05T09:37:00Z');
  expect(report).toEqual({
    quotes: [
      {
        instrument: 'crypto:BTC',
        value: 85_861.2,
        observedAt,
        // 24 hours ago it was 09:37; the full hour nearest is 10:00 (1791108000), which opened at
        // 85262.4: (85861.2 - 85262.4) / 85262.4 = 0.702302 %. `o`, the day's open, would give -0.75.
        change: { percent: expect.closeTo(0.702302, 5), basis: '24h' },
      },
      { instrument: 'crypto:ETH', value: 2701.59, observedAt },
    ],
    refused: [],
  });
});

test('asks one pair’s candles per poll, and each pair’s once', async () => {
  await rig.poll();
  expect(rig.server.calls.urls.toSorted()).toEqual([candlesOf('XXBTZUSD'), TICKER].toSorted());
  for (let poll = 2; poll <= 8; poll++) await rig.poll();
  expect(rig.server.calls.count).toBe(16);
  const report = await rig.poll();
  expect(rig.server.calls.count).toBe(17);
  expect(report.quotes.map(({ change }) => change?.basis)).toEqual(Array(8).fill('24h'));
});

test('asks for candles again about a day later', async () => {
  for (let poll = 1; poll <= 8; poll++) await rig.poll();
  rig.server.calls.reset();
  rig.clock.time += 23 * 3_600_000;
  await rig.poll();
  expect(rig.server.calls.count).toBe(1);
  rig.clock.time += 3 * 3_600_000;
  await rig.poll();
  expect(rig.server.calls.count).toBe(3);
});

test('a pair whose candles fail does not hold up the others', async () => {
  rig.server.status(500, {}, /OHLC\?pair=XXBTZUSD/);
  await rig.poll();
  const report = await rig.poll();
  expect(quoteOf(report, 'crypto:BTC')).not.toHaveProperty('change');
  expect(quoteOf(report, 'crypto:ETH')?.change?.basis).toBe('24h');
});

test.each([
  ['an hour, as asked', 429, { 'retry-after': '3600' }, 3_600_000],
  ['a quarter of an hour', 429, {}, 900_000],
  ['six hours where it is blocked', 403, {}, 6 * 3_600_000],
])(
  'leaves the candles alone for %s, and goes on with the prices',
  async (_name, status, headers, ms) => {
    rig.server.status(status, headers, /OHLC/);
    const candlesAsked = () => rig.server.calls.urls.filter((url) => url.includes('OHLC')).length;
    await rig.poll();
    rig.clock.time += ms - 1;
    expect((await rig.poll()).quotes).toHaveLength(8);
    expect(candlesAsked()).toBe(1);
    rig.clock.time += 1;
    await rig.poll();
    expect(candlesAsked()).toBe(2);
  },
);

test.each([
  ['missing', () => rig.server.status(404, {}, /OHLC/)],
  [
    'an error',
    () => rig.server.send(recordedText('errors/kraken-200-rate-limit.json'), {}, /OHLC/),
  ],
  ['hanging', () => rig.server.hang(/OHLC/)],
])('candles that are %s cost the change alone', async (_name, spoil) => {
  spoil();
  const report = await rig.poll();
  expect(report.quotes).toHaveLength(8);
  expect(quoteOf(report, 'crypto:BTC')).not.toHaveProperty('change');
});

test.each([
  ['"NaN"', 'NaN', 'not a number'],
  ['"0.00000"', '0.00000', 'zero'],
  ['a negative', '-1', 'negative'],
])('%s is refused and costs itself alone', async (_name, value, reason) => {
  rig.server.change('crypto:BTC', () => value);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'crypto:BTC', reason }]);
  expect(report.quotes).toHaveLength(7);
});

test('a missing pair is simply not quoted', async () => {
  rig.server.drop('crypto:SOL');
  expect((await rig.poll()).quotes).toHaveLength(7);
});

test.each([
  ['kraken-200-rate-limit.json', 'rate-limited'],
  ['kraken-200-unknown-pair.json', 'provider-error'],
])('%s is %s, though its status is 200', async (name, code) => {
  rig.server.send(recordedText(`errors/${name}`));
  const error = await rig.failure();
  expect(error).toMatchObject({ code });
  expect(error.message).not.toContain('EGeneral');
});

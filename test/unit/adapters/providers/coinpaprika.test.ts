import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  refusalOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('coinpaprika');
});
afterEach(() => rig.close());

test('quotes the recorded list', async () => {
  rig.server.send(recordedText('coinpaprika-tickers-list.json'));
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'crypto:BTC',
        value: 85_836.8634397365,
        observedAt: Date.parse('2026-10-05T09:36:15Z'),
        change: { percent: 0.5899999737739563, basis: '24h' },
      },
      {
        instrument: 'crypto:ETH',
        value: 2700.9014182113,
        observedAt: Date.parse('2026-10-05T09:36:15Z'),
        change: { percent: 0.71, basis: '24h' },
      },
    ],
    refused: [],
  });
});

test('spends one call on all ten coins, and stays inside the monthly allowance', async () => {
  const { quotes } = await rig.poll();
  expect(quotes).toHaveLength(10);
  expect(rig.server.calls.urls).toEqual(['/v1/tickers']);
  const { pollEveryMs, budget } = rig.definition.profile;
  expect((86_400_000 / pollEveryMs) * budget.callsPerPoll).toBeLessThanOrEqual(20_000 / 31);
});

test('passes over other coins, whatever they look like', async () => {
  const list = JSON.parse(recordedText('coinpaprika-tickers-list.json')) as unknown[];
  rig.server.send(JSON.stringify([null, 7, { id: 'x-other' }, ...list]));
  expect((await rig.poll()).quotes).toHaveLength(2);
});

test('reads a list as long as the real one', async () => {
  const [btc] = JSON.parse(recordedText('coinpaprika-tickers-list.json')) as object[];
  const others = Array.from({ length: 2_500 }, (_, n) => ({ ...btc, id: `other-${n}` }));
  rig.server.send(JSON.stringify([...others, btc]));
  expect(quoteOf(await rig.poll(), 'crypto:BTC')?.value).toBe(85_836.8634397365);
});

test.each([
  ['a string', () => '85836.86', 'not a number'],
  ['null', () => null, 'not a number'],
  ['zero', () => 0, 'zero'],
])('%s is refused and costs itself alone', async (_name, alter, reason) => {
  rig.server.change('crypto:BTC', alter);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'crypto:BTC', reason }]);
  expect(report.quotes).toHaveLength(9);
});

test('a time without its zone, and one ahead of us, are refused', async () => {
  rig.server.change('0.last_updated', () => '2026-10-05T09:36:15');
  rig.server.change('1.last_updated', () => '2026-10-05T09:39:00Z');
  const report = await rig.poll();
  expect(refusalOf(report, 'crypto:BTC')).toBe('no time');
  expect(refusalOf(report, 'crypto:ETH')).toBe('dated in the future');
});

test('a coin given twice is believed neither time', async () => {
  const list = JSON.parse(recordedText('coinpaprika-tickers-list.json')) as unknown[];
  rig.server.send(JSON.stringify([...list, list[0]]));
  const report = await rig.poll();
  expect(quoteOf(report, 'crypto:BTC')).toBeUndefined();
  expect(refusalOf(report, 'crypto:BTC')).toBe('given twice');
});

test.each([
  [404, 'http-status'],
  [429, 'rate-limited'],
  [200, 'unexpected-shape'],
])('the recorded error document under status %d is %s', async (status, code) => {
  rig.server.fail((prepared, response) => {
    const body = recordedText('errors/coinpaprika-404.json');
    response.writeHead(status, prepared.headers).end(body);
  });
  expect(await rig.failure()).toMatchObject({ code });
});

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
  rig = await startProvider('coingecko');
});
afterEach(() => rig.close());

test('asks for all coins in one call', async () => {
  await rig.poll();
  const [url = '', ...more] = rig.server.calls.urls;
  expect(more).toEqual([]);
  const { pathname, searchParams } = new URL(url, rig.server.origin);
  expect(pathname).toBe('/api/v3/simple/price');
  expect(Object.fromEntries(searchParams)).toEqual({
    ids: 'bitcoin,ethereum,tether,binancecoin,solana,ripple,cardano,dogecoin,tron,the-open-network',
    vs_currencies: 'usd',
    include_24hr_change: 'true',
    include_last_updated_at: 'true',
  });
});

test('quotes the recorded coins with the provider’s own change', async () => {
  rig.server.send(recordedText('coingecko-simple-price.json'));
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'crypto:BTC',
        value: 85_843,
        observedAt: 1_791_193_001_000,
        change: { percent: 0.6571114141501044, basis: '24h' },
      },
      {
        instrument: 'crypto:ETH',
        value: 2701.41,
        observedAt: 1_791_193_003_000,
        change: { percent: 0.7336980692397274, basis: '24h' },
      },
      {
        instrument: 'crypto:USDT',
        value: 0.999688,
        observedAt: 1_791_192_999_000,
        change: { percent: -0.00210441, basis: '24h' },
      },
    ],
    refused: [],
  });
});

test('gives ten coins', async () => {
  expect((await rig.poll()).quotes).toHaveLength(10);
});

test.each([
  ['"NaN"', () => 'NaN', 'not a number'],
  ['a string', () => '85843', 'not a number'],
  ['null', () => null, 'not a number'],
  ['zero', () => 0, 'zero'],
  ['a negative', () => -1, 'negative'],
])('%s is refused and costs itself alone', async (_name, alter, reason) => {
  rig.server.change('crypto:BTC', alter);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'crypto:BTC', reason }]);
  expect(report.quotes).toHaveLength(9);
});

test('a coin without its time, or dated ahead of the clock’s slack, is refused', async () => {
  rig.server.change('bitcoin.last_updated_at', () => undefined);
  rig.server.change('ethereum.last_updated_at', (seconds) => seconds + 120);
  const report = await rig.poll();
  expect(refusalOf(report, 'crypto:BTC')).toBe('no time');
  expect(refusalOf(report, 'crypto:ETH')).toBe('dated in the future');
});

test('a coin without its change is quoted without one', async () => {
  rig.server.change('bitcoin.usd_24h_change', () => null);
  expect(quoteOf(await rig.poll(), 'crypto:BTC')).not.toHaveProperty('change');
});

test('a missing coin is simply not quoted', async () => {
  rig.server.drop('crypto:BTC');
  expect((await rig.poll()).quotes).toHaveLength(9);
});

test.each([
  ['coingecko-429.json', 429, 'rate-limited', 7_000],
  ['coingecko-429.json', 200, 'rate-limited', undefined],
  ['coingecko-200-empty.json', 200, 'no-data', undefined],
  ['coingecko-429.json', 403, 'blocked', 7_000],
])('%s under status %d is %s', async (name, status, code, retryAfterMs) => {
  const body = recordedText(`errors/${name}`);
  rig.server.fail((prepared, response) => {
    response.writeHead(status, { ...prepared.headers, 'retry-after': '7' }).end(body);
  });
  const error = await rig.failure();
  expect(error).toMatchObject({ code, retryAfterMs });
  expect(error.message).not.toContain('exceeded');
});

test('an error document of another kind under status 200 is the provider’s', async () => {
  rig.server.send('{"status":{"error_code":10005,"error_message":"for paying users"}}');
  expect(await rig.failure()).toMatchObject({ code: 'provider-error' });
});

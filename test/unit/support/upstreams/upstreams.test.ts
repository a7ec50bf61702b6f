import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startUpstreams, type Upstreams } from '../../../support/upstreams/index.ts';

const NOW = Date.parse('2031-02-01T00:30:00Z');

let upstreams: Upstreams;

beforeEach(async () => {
  upstreams = await startUpstreams({ now: () => NOW });
});
afterEach(() => upstreams.close());

const get = (name: string, path: string, headers: Record<string, string> = {}) =>
  fetch(upstreams.provider(name).origin + path, { headers });

test('names a setting for each provider', () => {
  expect(Object.keys(upstreams.env)).toHaveLength(14);
  expect(upstreams.env.UPSTREAM_CURRENCY_API_URL).toBe(upstreams.provider('currency-api').origin);
  expect(() => upstreams.provider('nobody')).toThrow('nobody');
});

test('moves recorded times to now: instants by their age, days by the calendar', async () => {
  const response = await get('gold-api', '/price/XAU');
  expect(response.headers.get('date')).toBe('Sat, 01 Feb 2031 00:30:00 GMT');
  // 09:36:57 of 09:37:00 was three seconds old.
  expect(await response.json()).toMatchObject({ updatedAt: '2031-02-01T00:29:57Z' });
  const [row] = (await (await get('frankfurter', '/v2/rates?base=USD')).json()) as object[];
  expect(row).toMatchObject({ date: '2031-02-01', quote: 'AED' });
});

test('answers a range of days', async () => {
  const path = '/v2/rates?base=USD&from=2031-01-31';
  const rows = (await (await get('frankfurter', path)).json()) as { date: string }[];
  expect([...new Set(rows.map(({ date }) => date))].toSorted()).toEqual([
    '2031-01-31',
    '2031-02-01',
  ]);
});

test('keeps a file per day, and says 404 as the real host does', async () => {
  const file = (day: string) => `/npm/@fawazahmed0/currency-api@${day}/v1/currencies/usd.min.json`;
  expect(await (await get('currency-api', file('2031-01-31'))).json()).toMatchObject({
    date: '2031-01-31',
  });
  const missing = await get('currency-api', file('2031-02-02'));
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("Couldn't find version");
});

describe('validators', () => {
  test.each([
    ['frankfurter', '/v2/rates?base=USD'],
    ['ecb', '/stats/eurofxref/eurofxref-daily.xml'],
    ['rial-archive', '/gh/SamadiPour/rial-exchange-rates-archive@data/gregorian_7days.min.json'],
  ])('%s answers 304 until its document changes', async (name, path) => {
    const etag = (await get(name, path)).headers.get('etag') ?? '';
    expect((await get(name, path, { 'if-none-match': etag })).status).toBe(304);
    const instrument = name === 'rial-archive' ? 'irr:market' : 'currency:JPY';
    upstreams.provider(name).change(instrument, (value) => value * 1.5);
    expect((await get(name, path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('are not sent where the real host sends none', async () => {
    expect((await get('coinbase', '/products/stats')).headers.has('etag')).toBe(false);
  });
});

describe('on command', () => {
  test('alters the newest number alone, in the style it is written in', async () => {
    upstreams.provider('bitstamp').change('crypto:BTC', (value) => value * 10);
    const tickers = (await (await get('bitstamp', '/api/v2/ticker/')).json()) as object[];
    expect(tickers[0]).toMatchObject({ pair: 'BTC/USD', last: '858640' });
    expect(tickers[1]).toMatchObject({ pair: 'BTC/EUR', last: '85864.00' });
  });

  test('strikes only the paths that are named, until it recovers', async () => {
    const server = upstreams.provider('kraken');
    server.status(503, { 'retry-after': '5' }, /OHLC/);
    expect((await get('kraken', '/0/public/Ticker?pair=SOLUSD')).status).toBe(200);
    const struck = await get('kraken', '/0/public/OHLC?pair=SOLUSD');
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '5']);
    server.recover();
    expect((await get('kraken', '/0/public/OHLC?pair=SOLUSD')).status).toBe(200);
  });

  test('counts its calls', async () => {
    const { calls } = upstreams.provider('gold-api');
    await get('gold-api', '/price/XAU');
    await get('gold-api', '/nowhere?a=1');
    expect([calls.count, calls.urls]).toEqual([2, ['/price/XAU', '/nowhere?a=1']]);
    calls.reset();
    expect(calls.count).toBe(0);
  });

  test('closes though a client hangs on', async () => {
    const server = upstreams.provider('gold-api');
    server.hang();
    const hanging = get('gold-api', '/price/XAU').then(
      () => 'answered',
      () => 'cut off',
    );
    while (server.calls.count === 0) await new Promise(setImmediate);
    await upstreams.close();
    expect(await hanging).toBe('cut off');
    upstreams = await startUpstreams();
  });
});

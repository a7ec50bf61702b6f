import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('nobitex');
});
afterEach(() => rig.close());

test('quotes the recorded book’s middle in rial, with the change since a day ago', async () => {
  rig.server.send(recordedText('nobitex-orderbook-usdtirt.json'), {}, /orderbook/);
  rig.server.send(recordedText('nobitex-udf-history.json'), {}, /udf/);
  expect(await rig.poll()).toEqual({
    quotes: [
      {
        instrument: 'irr:market',
        // (2535500 + 2535290) / 2
        value: 2_535_395,
        observedAt: 1_791_193_010_442,
        // The hour nearest to 09:37 the day before, 10:00 (1791108000), opened at 2443760:
        // (2535395 - 2443760) / 2443760 = 3.749755 %
        change: { percent: expect.closeTo(3.749755, 5), basis: '24h' },
      },
    ],
    refused: [],
  });
});

test('asks for the candles once a day', async () => {
  await rig.poll();
  await rig.poll();
  expect(rig.server.calls.urls.toSorted()).toEqual([
    '/market/udf/history?symbol=USDTIRT&resolution=60&from=1791103020&to=1791193020',
    '/v3/orderbook/USDTIRT',
    '/v3/orderbook/USDTIRT',
  ]);
});

describe('the unit is rial', () => {
  test('a book in toman is refused, not multiplied', async () => {
    rig.server.change('irr:market', (rial) => rial / 10);
    expect(await rig.failure()).toMatchObject({
      code: 'no-data',
      message: expect.stringContaining('cannot be rial per USD'),
    });
  });

  test('a book ten times too high is refused', async () => {
    rig.server.change('irr:market', (rial) => rial * 10);
    expect(await rig.failure()).toMatchObject({ code: 'no-data' });
  });

  test('it is never quoted as a currency, nor as the official rate', async () => {
    const { quotes } = await rig.poll();
    expect(quotes.map(({ instrument }) => instrument)).toEqual(['irr:market']);
  });
});

test.each([
  ['missing', () => rig.server.status(404, {}, /udf/)],
  ['absent', () => rig.server.send(recordedText('errors/nobitex-udf-no-data.json'), {}, /udf/)],
  ['refused', () => rig.server.send(recordedText('errors/nobitex-udf-error.json'), {}, /udf/)],
  ['hanging', () => rig.server.hang(/udf/)],
])('candles that are %s cost the change alone', async (_name, spoil) => {
  spoil();
  const quote = quoteOf(await rig.poll(), 'irr:market');
  expect(quote?.value).toBe(2_535_395);
  expect(quote).not.toHaveProperty('change');
});

test.each([
  ['"NaN"', 'asks.0.0', 'NaN', 'not a number'],
  ['a number outside its string', 'bids.0.0', 2_535_290.5, 'not a number'],
  ['zero', 'bids.0.0', '0', 'zero'],
  ['a crossed book', 'bids.0.0', '2535600', 'bid above ask'],
])('%s leaves nothing to quote', async (_name, path, value, reason) => {
  rig.server.send(altered(path, value), {}, /orderbook/);
  expect(await rig.failure()).toMatchObject({
    code: 'no-data',
    message: expect.stringContaining(reason),
  });
});

const altered = (path: string, value: unknown): string => {
  const book = JSON.parse(recordedText('nobitex-orderbook-usdtirt.json')) as {
    [side: string]: unknown[][];
  };
  const [side = '', row = '0'] = path.split('.');
  const level = book[side]?.[Number(row)];
  if (level) level[0] = value;
  return JSON.stringify(book);
};

test('an empty side leaves nothing to quote', async () => {
  rig.server.drop('irr:market');
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test('a book dated ahead is not taken', async () => {
  rig.server.redate(120_000);
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test.each([
  ['nobitex-429.json', 429, 'rate-limited'],
  ['nobitex-429.json', 200, 'rate-limited'],
  ['nobitex-429.json', 403, 'blocked'],
  ['nobitex-udf-error.json', 200, 'unexpected-shape'],
])('%s under status %d is %s', async (name, status, code) => {
  rig.server.fail((prepared, response) => {
    response.writeHead(status, prepared.headers).end(recordedText(`errors/${name}`));
  });
  expect(await rig.failure()).toMatchObject({ code });
});

test('a failure of another kind under status 200 is the provider’s', async () => {
  rig.server.send('{"status":"failed","code":"MarketClosed"}');
  expect(await rig.failure()).toMatchObject({ code: 'provider-error' });
});

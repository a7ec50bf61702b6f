import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  refusalOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('frankfurter');
});
afterEach(() => rig.close());

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

test('asks once for the range of the last eight days and once for gold in USD', async () => {
  await rig.poll();
  expect(rig.server.calls.urls.toSorted()).toEqual([
    '/v2/rate/XAU/USD',
    '/v2/rates?base=USD&from=2026-09-27',
  ]);
});

test('asks again with its validators', async () => {
  const first = await rig.poll();
  expect(await rig.poll()).toEqual(first);
});

test('quotes the recorded day, each row by its own date', async () => {
  rig.server.send(recordedText('frankfurter-v2-rates-usd.json'), {}, /rates/);
  const report = await rig.poll();
  expect(quoteOf(report, 'currency:EUR')).toEqual({
    instrument: 'currency:EUR',
    value: 0.89087,
    observedAt: utc('2026-10-05'),
  });
  expect(quoteOf(report, 'currency:AFN')).toMatchObject({
    value: 66.12,
    observedAt: utc('2026-10-03'),
  });
  expect(quoteOf(report, 'irr:official')).toEqual({
    instrument: 'irr:official',
    value: 1_839_926,
    observedAt: utc('2026-10-02'),
  });
  // From /v2/rate/XAU/USD; the table's 0.00024 would be 4166.67.
  expect(quoteOf(report, 'metal:XAU')).toEqual({
    instrument: 'metal:XAU',
    value: 4151.83,
    observedAt: utc('2026-10-05'),
  });
  // 28 rows, without USD itself and the metals XAG and XAU, and gold once.
  expect(report.quotes).toHaveLength(28 - 3 + 1);
  expect(report.refused).toEqual([]);
});

test('takes the change from the two last days of a quote', async () => {
  const report = await rig.poll();
  // EUR 0.89093 -> 0.89087: -0.00006 / 0.89093 = -0.0067345 %
  expect(quoteOf(report, 'currency:EUR')?.change).toEqual({
    percent: expect.closeTo(-0.0067345, 6),
    basis: 'previous-close',
  });
  // IRR 1838412 (1 October) -> 1839926 (2 October): 1514 / 1838412 = 0.0823537 %
  expect(quoteOf(report, 'irr:official')?.change).toEqual({
    percent: expect.closeTo(0.0823537, 6),
    basis: 'previous-close',
  });
});

test('gives around 160 currencies, none that is not active, and IRR as official only', async () => {
  const { quotes } = await rig.poll();
  const codes = quotes.map(({ instrument }) => instrument);
  expect(codes.length).toBeGreaterThan(150);
  expect(codes).toContain('irr:official');
  expect(codes).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/:(IRR|USD|XAG|BGN|ANG|FOK|KID|TVD)$/)]),
  );
});

describe('entry by entry', () => {
  test.each([
    ['"NaN"', () => 'NaN', 'not a number'],
    ['a number in a string', () => '0.89', 'not a number'],
    ['"-"', () => '-', 'not a number'],
    ['an empty string', () => '', 'not a number'],
    ['null', () => null, 'not a number'],
    ['zero', () => 0, 'zero'],
    ['a negative', (rate: number) => -rate, 'negative'],
  ])('%s is refused and costs itself alone', async (_name, alter, reason) => {
    rig.server.change('currency:EUR', alter);
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')).toBeUndefined();
    expect(report.refused).toEqual([{ instrument: 'currency:EUR', reason }]);
    expect(quoteOf(report, 'currency:GBP')?.value).toBe(0.75861);
  });

  test('an infinite number is refused', async () => {
    const body = '[{"date":"2026-10-05","base":"USD","quote":"EUR","rate":1e999}]';
    rig.server.send(body, {}, /rates/);
    expect(refusalOf(await rig.poll(), 'currency:EUR')).toBe('not finite');
  });

  test.each([
    ['no date', '"base":"USD","quote":"EUR","rate":1', 'no date'],
    ['a day that is none', '"date":"2026-02-30","base":"USD","quote":"EUR","rate":1', 'no date'],
    ['another base', '"date":"2026-10-05","base":"EUR","quote":"EUR","rate":1', 'not based on USD'],
    [
      'the day after tomorrow',
      '"date":"2026-10-07","base":"USD","quote":"EUR","rate":1',
      'dated in the future',
    ],
  ])('a row with %s is refused', async (_name, fields, reason) => {
    rig.server.send(`[{${fields}}]`, {}, /rates/);
    expect(refusalOf(await rig.poll(), 'currency:EUR')).toBe(reason);
  });

  test('a row dated tomorrow is taken: it is tomorrow already in the east', async () => {
    const body = '[{"date":"2026-10-06","base":"USD","quote":"EUR","rate":0.9}]';
    rig.server.send(body, {}, /rates/);
    expect(quoteOf(await rig.poll(), 'currency:EUR')?.observedAt).toBe(utc('2026-10-06'));
  });

  test('two rows for one day are believed neither', async () => {
    const row = (rate: number) => ({ date: '2026-10-05', base: 'USD', quote: 'EUR', rate });
    rig.server.send(JSON.stringify([row(0.9), row(9)]), {}, /rates/);
    expect(refusalOf(await rig.poll(), 'currency:EUR')).toBe('given twice for one day');
  });

  test('a missing currency is simply not quoted', async () => {
    rig.server.drop('currency:EUR');
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')).toBeUndefined();
    expect(report.refused).toEqual([]);
  });
});

describe('one of the two requests fails', () => {
  test('without gold, the table counts', async () => {
    rig.server.status(500, {}, /XAU/);
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')?.value).toBe(0.89087);
    expect(refusalOf(report, 'metal:XAU')).toBe('its request failed: http-status');
  });

  test('without the table, gold counts', async () => {
    rig.server.html(/rates/);
    const report = await rig.poll();
    expect(report.quotes.map(({ instrument }) => instrument)).toEqual(['metal:XAU']);
    expect(refusalOf(report, 'irr:official')).toBe('the table failed: content-type');
  });

  test('gold in another unit is refused', async () => {
    rig.server.change('quote', () => 'EUR');
    expect(refusalOf(await rig.poll(), 'metal:XAU')).toBe('not XAU in USD');
  });
});

test.each([
  ['frankfurter-v2-404.json', 404, 'http-status'],
  ['frankfurter-v2-422.json', 422, 'http-status'],
  ['frankfurter-v2-422.json', 429, 'rate-limited'],
  ['frankfurter-v2-422.json', 200, 'unexpected-shape'],
])('%s under status %d is %s', async (name, status, code) => {
  const body = recordedText(`errors/${name}`);
  if (status === 200) rig.server.send(body, {}, /rates/);
  else
    rig.server.fail((prepared, response) => {
      response.writeHead(status, prepared.headers).end(body);
    });
  if (status === 200) rig.server.status(500, {}, /XAU/);
  expect(await rig.failure()).toMatchObject({ code });
});

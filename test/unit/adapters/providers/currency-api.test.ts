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
  rig = await startProvider('currency-api');
});
afterEach(() => rig.close());

const npm = (version: string) =>
  `/npm/@fawazahmed0/currency-api@${version}/v1/currencies/usd.min.json`;
const PAGES = '/v1/currencies/usd.min.json';
const OCTOBER_5 = Date.parse('2026-10-05T00:00:00Z');

test('asks today by its date, and yesterday once for the change', async () => {
  await rig.poll();
  expect(rig.server.calls.urls.toSorted()).toEqual([npm('2026-10-04'), npm('2026-10-05')]);
  rig.server.calls.reset();
  await rig.poll();
  expect(rig.server.calls.urls).toEqual([npm('2026-10-05')]);
});

test('quotes the recorded files', async () => {
  rig.server.send(recordedText('currency-api-usd-yesterday.json'), {}, /2026-10-04/);
  rig.server.send(recordedText('currency-api-usd.json'), {}, /2026-10-05/);
  const report = await rig.poll();
  expect(quoteOf(report, 'currency:EUR')).toEqual({
    instrument: 'currency:EUR',
    value: 0.89081211,
    observedAt: OCTOBER_5,
    // 0.89092004 -> 0.89081211: -0.00010793 / 0.89092004 = -0.0121144 %
    change: { percent: expect.closeTo(-0.0121144, 6), basis: 'previous-close' },
  });
  // Rial per USD, the same on both days.
  expect(quoteOf(report, 'irr:official')).toEqual({
    instrument: 'irr:official',
    value: 1_346_904.18230571,
    observedAt: OCTOBER_5,
    change: { percent: 0, basis: 'previous-close' },
  });
  // Ounces per USD: 1 / 0.00024085903 = 4151.806141 USD; before 1 / 0.00024098821 = 4149.580596.
  // The change is that of the price: 0.00024098821 / 0.00024085903 - 1 = 0.0536330 %
  expect(quoteOf(report, 'metal:XAU')).toEqual({
    instrument: 'metal:XAU',
    value: expect.closeTo(4151.806141, 4),
    observedAt: OCTOBER_5,
    change: { percent: expect.closeTo(0.053633, 5), basis: 'previous-close' },
  });
  // 1 / 0.000011648904 = 85845.00 USD
  expect(quoteOf(report, 'crypto:BTC')?.value).toBeCloseTo(85_845, 0);
  // Only BTC and ETH of the coins: the others stand in the file by chance.
  expect(quoteOf(report, 'crypto:SOL')).toBeUndefined();
});

test('lets neither metals nor coins nor withdrawn codes pass as currencies', async () => {
  const { quotes } = await rig.poll();
  const codes = quotes.map(({ instrument }) => instrument);
  expect(codes.length).toBeGreaterThan(150);
  for (const code of ['TRL', 'BNB', 'ADA', 'XAG', 'PAXG', '1INCH', 'USD', 'IRR', 'BGN', 'ANG']) {
    expect(codes).not.toContain(`currency:${code}`);
  }
});

describe('publication', () => {
  test('before today’s file is out, yesterday’s is taken with the day before it', async () => {
    rig.server.status(404, {}, /2026-10-05/);
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')?.observedAt).toBe(Date.parse('2026-10-04T00:00:00Z'));
    expect(quoteOf(report, 'currency:EUR')?.change?.basis).toBe('previous-close');
    expect(rig.server.calls.urls).toContain(npm('2026-10-03'));
  });

  test('while today’s file is not out, the earlier end is still asked once', async () => {
    rig.server.status(404, {}, /2026-10-05/);
    const first = await rig.poll();
    rig.server.calls.reset();
    expect(await rig.poll()).toEqual(first);
    expect(rig.server.calls.urls).toEqual([npm('2026-10-05'), npm('2026-10-04')]);
  });

  test('another day’s file under the name of today’s is not taken for it', async () => {
    const other = recordedText('currency-api-usd-yesterday.json');
    rig.server.send(other, {}, /2026-10-05/);
    await rig.poll();
    // Once as the day before today, and once as the newest there is.
    expect(rig.server.calls.urls.filter((url) => url === npm('2026-10-04'))).toHaveLength(2);
  });

  test('without either, latest is taken and its own date believed', async () => {
    rig.server.status(404, {}, /2026-10-0[45]/);
    const report = await rig.poll();
    expect(rig.server.calls.urls).toContain(npm('latest'));
    expect(quoteOf(report, 'currency:EUR')?.observedAt).toBe(OCTOBER_5);
  });

  test('a day that was never published is stepped over, three days at most', async () => {
    rig.server.status(404, {}, /2026-10-0[43]/);
    expect(quoteOf(await rig.poll(), 'currency:EUR')?.change).toBeDefined();
    expect(rig.server.calls.urls).toContain(npm('2026-10-02'));
  });

  test('with no earlier file there is no change, and the poll is good', async () => {
    rig.server.status(404, {}, /2026-10-0[1234]/);
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')).not.toHaveProperty('change');
    expect(rig.server.calls.urls).not.toContain(npm('2026-10-01'));
  });

  test.each([
    ['broken', () => rig.server.truncate('document', /2026-10-04/)],
    ['an error', () => rig.server.status(500, {}, /2026-10-04/)],
    ['hanging', () => rig.server.hang(/2026-10-04/)],
  ])('an earlier file that is %s costs the change alone', async (_name, spoil) => {
    spoil();
    const report = await rig.poll();
    expect(quoteOf(report, 'currency:EUR')?.value).toBe(0.89081211);
    expect(quoteOf(report, 'currency:EUR')).not.toHaveProperty('change');
    expect(report.refused).toEqual([]);
  });
});

describe('the second host', () => {
  test.each([
    ['fails', () => rig.server.status(503, {}, /npm/)],
    ['hangs', () => rig.server.hang(/npm/)],
    ['sends HTML', () => rig.server.html(/npm/)],
  ])('is asked where the first %s', async (_name, spoil) => {
    spoil();
    const report = await rig.poll();
    expect(rig.server.calls.urls).toContain(PAGES);
    expect(quoteOf(report, 'currency:EUR')?.value).toBe(0.89081211);
  });

  test('is the replaced origin itself, so that nothing leaves a closed network', async () => {
    rig.server.status(503, {}, /npm/);
    await rig.poll();
    expect(rig.server.calls.urls.filter((url) => !url.startsWith('/npm'))).toEqual([PAGES]);
  });

  test('has its dates in its name where it has a place for them', async () => {
    rig.server.status(503, {}, /npm/);
    const provider = rig.create(`${rig.server.origin}/{version}`);
    await provider.poll(AbortSignal.timeout(2_000), []).catch(() => undefined);
    expect(rig.server.calls.urls).toContain(`/2026-10-05${PAGES}`);
    expect(rig.server.calls.urls).toContain(`/latest${PAGES}`);
  });

  test('where both fail, the first one’s failure is told', async () => {
    rig.server.html();
    rig.server.status(429, { 'retry-after': '60' }, /npm/);
    expect(await rig.failure()).toMatchObject({ code: 'rate-limited', retryAfterMs: 60_000 });
  });
});

describe('entry by entry', () => {
  test.each([
    ['"NaN"', () => 'NaN', 'not a number'],
    ['zero', () => 0, 'zero'],
    ['a negative', (rate: number) => -rate, 'negative'],
    ['a number so small that its inverse is infinite', () => 1e-320, 'not finite'],
  ])('%s for gold is refused and costs itself alone', async (_name, alter, reason) => {
    rig.server.change('metal:XAU', alter);
    const report = await rig.poll();
    expect(refusalOf(report, 'metal:XAU')).toBe(reason);
    expect(quoteOf(report, 'currency:EUR')?.value).toBe(0.89081211);
  });

  test('a file dated ahead is not taken', async () => {
    rig.server.change('date', () => '2026-10-08');
    expect(await rig.failure()).toMatchObject({ code: 'no-data' });
  });
});

test.each([
  ['currency-api-jsdelivr-404-version.txt', 404, 'http-status'],
  ['currency-api-jsdelivr-404.txt', 200, 'malformed'],
])('%s under status %d is %s', async (name, status, code) => {
  const body = recordedText(`errors/${name}`);
  rig.server.fail((prepared, response) => {
    response.writeHead(status, prepared.headers).end(body);
  });
  expect(await rig.failure()).toMatchObject({ code });
});

test('IRR is rial as it stands: a figure in toman stays a tenth of it, and under its own name', async () => {
  rig.server.change('irr:official', (rate) => rate / 10);
  const report = await rig.poll();
  // Nothing multiplies it back; the plausibility gate sees the tenfold drop for what it is.
  expect(quoteOf(report, 'irr:official')?.value).toBeCloseTo(134_690.418, 2);
  expect(quoteOf(report, 'irr:market')).toBeUndefined();
});

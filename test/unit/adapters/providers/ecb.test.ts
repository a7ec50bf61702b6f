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
  rig = await startProvider('ecb');
});
afterEach(() => rig.close());

const DAILY = '/stats/eurofxref/eurofxref-daily.xml';
const HISTORY = '/stats/eurofxref/eurofxref-hist-90d.xml';
const XML = { 'content-type': 'text/xml' };

test('turns the recorded fixing from euros into dollars', async () => {
  rig.server.send(recordedText('ecb-eurofxref-daily.xml'), XML, /daily/);
  rig.server.status(404, {}, /hist/);
  const report = await rig.poll();
  const observedAt = Date.parse('2026-10-02T00:00:00Z');
  // 1 / 1.1225
  expect(quoteOf(report, 'currency:EUR')).toEqual({
    instrument: 'currency:EUR',
    value: expect.closeTo(0.8908685968819599, 12),
    observedAt,
  });
  // 176.99 / 1.1225
  expect(quoteOf(report, 'currency:JPY')?.value).toBeCloseTo(157.6748329621381, 10);
  // 29 rows without the dollar, and the euro
  expect(report.quotes).toHaveLength(29);
  expect(report.refused).toEqual([]);
});

test('takes the change from the fixing before, of the same file', async () => {
  const day = (date: string, usd: string, jpy: string) =>
    `<Cube time='${date}'><Cube currency='USD' rate='${usd}'/><Cube currency="JPY" rate="${jpy}"/></Cube>`;
  const file = (...days: string[]) =>
    `<gesmes:Envelope xmlns:gesmes="x"><Cube>${days.join('')}</Cube></gesmes:Envelope>`;
  const latest = day('2026-10-02', '1.25', '200');
  const before = day('2026-10-01', '1.20', '180');
  rig.server.send(file(latest), XML, /daily/);
  rig.server.send(file(latest, before), XML, /hist/);
  const report = await rig.poll();
  // 180 / 1.20 = 150 -> 200 / 1.25 = 160: +6.6667 %
  expect(quoteOf(report, 'currency:JPY')).toMatchObject({
    value: 160,
    change: { percent: expect.closeTo(6.666667, 5), basis: 'previous-close' },
  });
  // 1 / 1.20 -> 1 / 1.25: -4 %
  expect(quoteOf(report, 'currency:EUR')?.change?.percent).toBeCloseTo(-4, 10);
});

test('asks for the history once per fixing', async () => {
  await rig.poll();
  await rig.poll();
  expect(rig.server.calls.urls).toEqual([DAILY, HISTORY, DAILY]);
  rig.clock.time += 86_400_000;
  rig.server.calls.reset();
  await rig.poll();
  expect(rig.server.calls.urls).toEqual([DAILY, HISTORY]);
});

test.each([
  ['missing', () => rig.server.status(404, {}, /hist/)],
  ['broken', () => rig.server.truncate('document', /hist/)],
  ['hanging', () => rig.server.hang(/hist/)],
])('a history that is %s costs the change alone', async (_name, spoil) => {
  spoil();
  const eur = quoteOf(await rig.poll(), 'currency:EUR');
  expect(eur?.value).toBeCloseTo(0.8908686, 6);
  expect(eur).not.toHaveProperty('change');
});

test('is asked again with its validators', async () => {
  const first = await rig.poll();
  expect(await rig.poll()).toEqual(first);
});

test.each([
  ['N/A', 'not a number'],
  ['-', 'not a number'],
  ['', 'not a number'],
  ['1,234.5', 'not a number'],
  ['0x10', 'not a number'],
  ['0', 'zero'],
  ['-176.99', 'negative'],
  ['1e999', 'not finite'],
])('a rate of "%s" is refused and costs itself alone', async (rate, reason) => {
  rig.server.change('currency:JPY', () => rate);
  const report = await rig.poll();
  expect(report.refused).toEqual([{ instrument: 'currency:JPY', reason }]);
  expect(report.quotes).toHaveLength(28);
});

test('without the dollar there is nothing to divide by', async () => {
  rig.server.change('0.rates.USD', () => '0');
  expect(await rig.failure()).toMatchObject({
    code: 'no-data',
    message: expect.stringContaining('USD is zero'),
  });
});

test.each([
  [
    'an entity that would expand',
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>',
    'unexpected-shape',
  ],
  ['half a document', recordedText('ecb-eurofxref-daily.xml').slice(0, 700), 'malformed'],
  ['another document', '<x/>', 'unexpected-shape'],
  ['no fixing', '<gesmes:Envelope><Cube></Cube></gesmes:Envelope>', 'unexpected-shape'],
  ['JSON', '{}', 'malformed'],
])('%s is no fixing', async (_name, body, code) => {
  rig.server.send(body, XML);
  expect(await rig.failure()).toMatchObject({ code });
});

test('a fixing dated ahead is not taken', async () => {
  rig.server.redate(5 * 86_400_000);
  const error = await rig.failure();
  expect(error).toMatchObject({ code: 'no-data' });
  expect(error.message).toContain('dated in the future');
});

test('a missing currency is simply not quoted', async () => {
  rig.server.drop('currency:JPY');
  expect(refusalOf(await rig.poll(), 'currency:JPY')).toBeUndefined();
});

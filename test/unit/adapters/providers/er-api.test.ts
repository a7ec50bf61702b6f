import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('er-api');
});
afterEach(() => rig.close());

test('quotes the recorded table', async () => {
  const report = await rig.poll();
  const observedAt = 1_791_158_551_000;
  expect(quoteOf(report, 'currency:EUR')).toEqual({
    instrument: 'currency:EUR',
    value: 0.890862,
    observedAt,
  });
  expect(quoteOf(report, 'irr:official')).toEqual({
    instrument: 'irr:official',
    value: 1_466_919.759851,
    observedAt,
  });
  expect(rig.server.calls.urls).toEqual(['/v6/latest/USD']);
});

test('quotes a table of another day the same way', async () => {
  rig.clock.time = Date.parse('2024-08-19T11:27:55Z');
  rig.server.send(recordedText('captures/er-api-2024-08-19.json'));
  expect(quoteOf(await rig.poll(), 'currency:AUD')).toEqual({
    instrument: 'currency:AUD',
    value: 1.500276,
    observedAt: Date.parse('2024-08-19T00:02:31Z'),
  });
});

test('lets no private or withdrawn code pass', async () => {
  const codes = (await rig.poll()).quotes.map(({ instrument }) => instrument);
  for (const code of ['FOK', 'GGP', 'IMP', 'JEP', 'KID', 'TVD', 'ANG', 'BGN', 'USD', 'IRR']) {
    expect(codes).not.toContain(`currency:${code}`);
  }
});

test('a toman figure is not made rial of, nor taken for the open market', async () => {
  rig.server.change('irr:official', (rate) => rate / 10);
  const report = await rig.poll();
  expect(quoteOf(report, 'irr:official')?.value).toBeCloseTo(146_691.976, 2);
  expect(quoteOf(report, 'irr:market')).toBeUndefined();
});

test.each([
  ['"NaN"', () => 'NaN', 'not a number'],
  ['zero', () => 0, 'zero'],
  ['a negative', () => -1, 'negative'],
])('%s is refused and costs itself alone', async (_name, alter, reason) => {
  rig.server.change('currency:EUR', alter);
  expect((await rig.poll()).refused).toEqual([{ instrument: 'currency:EUR', reason }]);
});

test('a table dated ahead is not taken', async () => {
  rig.server.change('time_last_update_unix', () => 1_791_193_020 + 3_600);
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test('a table on another base is another document', async () => {
  rig.server.change('base_code', () => 'EUR');
  expect(await rig.failure()).toMatchObject({ code: 'unexpected-shape' });
});

test.each([
  [200, 'provider-error'],
  [404, 'http-status'],
  [429, 'rate-limited'],
])('the error document under status %d is %s', async (status, code) => {
  rig.server.fail((prepared, response) => {
    const body = recordedText('errors/er-api-unsupported-code.json');
    response.writeHead(status, prepared.headers).end(body);
  });
  expect(await rig.failure()).toMatchObject({ code });
});

import { expect, test } from '@jest/globals';
import { HourlyOpens } from '../../../../src/adapters/providers/hourly-opens.ts';
import { Refusal } from '../../../../src/adapters/providers/reading.ts';

const NOON = Date.parse('2026-10-05T12:00:00Z');
const HOUR_MS = 3_600_000;
const BTC = 'crypto:BTC';
const ETH = 'crypto:ETH';

/** The last 25 hours, each opening at a hundred and its number. */
const lastDay = (now: number) =>
  Array.from(
    { length: 26 },
    (_, hour) => [(now - (25 - hour) * HOUR_MS) / 1_000, 100 + hour] as const,
  );

const learnt = () => {
  const opens = new HourlyOpens([]);
  opens.learn(BTC, lastDay(NOON));
  return opens;
};

test('measures from the full hour nearest to 24 hours ago', () => {
  const opens = learnt();
  // 12:00 the day before opened at 101, 13:00 at 102.
  expect(opens.change(BTC, NOON, 202)).toEqual({ percent: 100, basis: '24h' });
  expect(opens.change(BTC, NOON + 29 * 60_000, 202)?.percent).toBe(100);
  expect(opens.change(BTC, NOON + 30 * 60_000, 204)?.percent).toBe(100);
});

test('one answer serves the next day and no longer, in whichever process', () => {
  const elsewhere = new HourlyOpens(learnt().toPast(NOON));
  expect(elsewhere.knowsDayBefore(BTC, NOON)).toBe(true);
  expect(elsewhere.knowsDayBefore(BTC, NOON + 24 * HOUR_MS)).toBe(true);
  expect(elsewhere.knowsDayBefore(BTC, NOON + 25 * HOUR_MS)).toBe(false);
  expect(elsewhere.change(BTC, NOON, 202)).toEqual({ percent: 100, basis: '24h' });
});

test('keeps instruments apart that share an hour', () => {
  const opens = learnt();
  opens.learn(
    ETH,
    lastDay(NOON).map(([seconds, open]) => [seconds, open / 2]),
  );
  const elsewhere = new HourlyOpens(opens.toPast(NOON));
  expect(elsewhere.change(BTC, NOON, 202)?.percent).toBe(100);
  expect(elsewhere.change(ETH, NOON, 202)?.percent).toBe(300);
});

test('knows nothing before it has learnt, nor of hours that were left out', () => {
  const opens = new HourlyOpens([]);
  expect(opens.change(BTC, NOON, 1)).toBeUndefined();
  opens.learn(BTC, [[(NOON - 23 * HOUR_MS) / 1_000, 100]]);
  expect(opens.change(BTC, NOON, 1)).toBeUndefined();
});

test('hands on the hours of the last day alone, whatever times it was given', () => {
  const opens = learnt();
  opens.learn(BTC, [
    [(NOON - 26 * HOUR_MS) / 1_000, 1],
    [(NOON + HOUR_MS) / 1_000, 1],
    [NOON / 1_000 - 1, 1],
    [-3_600, 1],
    [1e300, 1],
    [0.5, 1],
  ]);
  expect(opens.toPast(NOON).map(({ observedAt }) => (NOON - observedAt) / HOUR_MS)).toEqual(
    Array.from({ length: 26 }, (_, hour) => 25 - hour),
  );
});

test('a refused value has no change', () => {
  expect(learnt().change(BTC, NOON, new Refusal('zero'))).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import { HourlyOpens } from '../../../../src/adapters/providers/hourly-opens.ts';
import { Refusal } from '../../../../src/adapters/providers/reading.ts';

const NOON = Date.parse('2026-10-05T12:00:00Z');
const HOUR_MS = 3_600_000;

/** The last 25 hours, each opening at a hundred and its number. */
const lastDay = (now: number) =>
  Array.from(
    { length: 26 },
    (_, hour) => [(now - (25 - hour) * HOUR_MS) / 1_000, 100 + hour] as const,
  );

test('measures from the full hour nearest to 24 hours ago', () => {
  const opens = new HourlyOpens();
  opens.learn(NOON, lastDay(NOON));
  // 12:00 the day before opened at 101, 13:00 at 102.
  expect(opens.change(NOON, 202)).toEqual({ percent: 100, basis: '24h' });
  expect(opens.change(NOON + 29 * 60_000, 202)?.percent).toBe(100);
  expect(opens.change(NOON + 30 * 60_000, 204)?.percent).toBe(100);
});

test('one answer serves the next day and no longer', () => {
  const opens = new HourlyOpens();
  opens.learn(NOON, lastDay(NOON));
  expect(opens.knowsDayBefore(NOON + 24 * HOUR_MS)).toBe(true);
  expect(opens.knowsDayBefore(NOON + 25 * HOUR_MS)).toBe(false);
});

test('knows nothing before it has learnt, nor of hours that were left out', () => {
  const opens = new HourlyOpens();
  expect(opens.change(NOON, 1)).toBeUndefined();
  opens.learn(NOON, [[(NOON - 23 * HOUR_MS) / 1_000, 100]]);
  expect(opens.change(NOON, 1)).toBeUndefined();
});

test('a refused value has no change', () => {
  const opens = new HourlyOpens();
  opens.learn(NOON, lastDay(NOON));
  expect(opens.change(NOON, new Refusal('zero'))).toBeUndefined();
});

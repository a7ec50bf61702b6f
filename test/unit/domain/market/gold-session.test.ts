import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lastTradedAt, tradedMsBetween } from '../../../../src/domain/market/gold-session.ts';
import { DAY, HOUR } from '../../../support/market/sources.ts';

const at = (text: string) => Date.parse(text);

describe('the trading week of gold', () => {
  it.each([
    ['Monday noon', '2026-10-05T12:00:00Z', '2026-10-05T12:00:00Z'],
    ['Friday a minute before the close', '2026-10-09T20:59:00Z', '2026-10-09T20:59:00Z'],
    ['Saturday', '2026-10-10T12:00:00Z', '2026-10-09T21:00:00Z'],
    ['Sunday before the opening', '2026-10-11T21:59:59Z', '2026-10-09T21:00:00Z'],
    ['Sunday at the opening', '2026-10-11T22:00:00Z', '2026-10-11T22:00:00Z'],
    ['the daily break', '2026-10-06T21:30:00Z', '2026-10-06T21:00:00Z'],
    // From 1 November 2026 New York is five hours behind UTC.
    [
      'Friday in winter, in the hour that is closed in summer',
      '2026-11-20T21:30:00Z',
      '2026-11-20T21:30:00Z',
    ],
    ['Saturday in winter', '2026-11-21T12:00:00Z', '2026-11-20T22:00:00Z'],
  ])('%s: last traded', (_name, time, expected) => {
    expect(new Date(lastTradedAt(at(time))).toISOString()).toBe(
      new Date(at(expected)).toISOString(),
    );
  });

  it.each([
    ['within a session', '2026-10-05T10:00:00Z', '2026-10-05T12:30:00Z', 2.5],
    ['over a daily break', '2026-10-06T20:00:00Z', '2026-10-06T23:00:00Z', 2],
    ['over the weekend', '2026-10-09T20:30:00Z', '2026-10-11T23:00:00Z', 1.5],
    ['a whole week', '2026-10-05T00:00:00Z', '2026-10-12T00:00:00Z', 7 * 24 - 49 - 4],
  ])('%s: hours traded', (_name, from, to, hours) => {
    expect(tradedMsBetween(at(from), at(to)) / HOUR).toBe(hours);
  });

  it('adds up, and never exceeds the time that passed', () => {
    const instant = fc.integer({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2026-12-31T00:00:00Z'),
    });
    const span = fc.integer({ min: 0, max: 5 * DAY });
    fc.assert(
      fc.property(instant, span, span, (from, first, second) => {
        const middle = from + first;
        const whole = tradedMsBetween(from, middle + second);
        expect(whole).toBe(
          tradedMsBetween(from, middle) + tradedMsBetween(middle, middle + second),
        );
        expect(whole).toBeLessThanOrEqual(first + second);
        expect(tradedMsBetween(lastTradedAt(from), from)).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

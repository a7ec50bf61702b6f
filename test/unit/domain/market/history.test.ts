import { describe, expect, it } from '@jest/globals';
import { changeFromHistory, remember } from '../../../../src/domain/market/history.ts';
import type { HistoryPoint } from '../../../../src/domain/market/state.ts';
import { aQuote, DAY, HOUR, MINUTE } from '../../../support/market/sources.ts';

/** New York is four hours behind UTC in October: the week closes on Friday at 21:00 UTC. */
const THURSDAY_CLOSE = Date.UTC(2026, 9, 8, 21);
const FRIDAY_CLOSE = Date.UTC(2026, 9, 9, 21);
const MONDAY_NOON = Date.UTC(2026, 9, 12, 12);

const gold = (value: number, observedAt: number) => aQuote('metal:XAU', value, { observedAt });

describe('the own history of a source', () => {
  it('takes a point every quarter of an hour, of new observations only', () => {
    let points: readonly HistoryPoint[] = [];
    for (const minute of [0, 5, 10, 15, 15, 20, 31]) {
      points = remember(points, { observedAt: MONDAY_NOON + minute * MINUTE, value: 1 + minute });
    }
    expect(points.map(([at]) => (at - MONDAY_NOON) / MINUTE)).toEqual([0, 15, 31]);
  });

  it('forgets what is 72 hours older than the newest observation', () => {
    const points = remember(
      [
        [MONDAY_NOON - 72 * HOUR - 1, 1],
        [MONDAY_NOON - 72 * HOUR, 2],
      ],
      {
        observedAt: MONDAY_NOON,
        value: 3,
      },
    );
    expect(points.map(([, value]) => value)).toEqual([2, 3]);
  });
});

describe('the change against the own history', () => {
  it.each([
    ['exactly 24 hours before', [[MONDAY_NOON - DAY, 100]], 10],
    [
      'the nearest of several',
      [
        [MONDAY_NOON - DAY - HOUR, 50],
        [MONDAY_NOON - DAY + 10 * MINUTE, 100],
      ],
      10,
    ],
    ['two hours off at most', [[MONDAY_NOON - DAY - 2 * HOUR, 100]], 10],
  ] as [string, HistoryPoint[], number][])('is taken from %s', (_name, points, percent) => {
    const change = changeFromHistory(
      points,
      aQuote('currency:EUR', 110, { observedAt: MONDAY_NOON }),
    );
    expect(change?.basis).toBe('24h');
    expect(change?.percent).toBeCloseTo(percent, 9);
  });

  it('is not made up where no observation is near', () => {
    const points: HistoryPoint[] = [
      [MONDAY_NOON - DAY - 2 * HOUR - 1, 100],
      [MONDAY_NOON - HOUR, 100],
    ];
    const quote = aQuote('currency:EUR', 110, { observedAt: MONDAY_NOON });
    expect(changeFromHistory(points, quote)).toBeUndefined();
  });

  it('of gold on a Sunday is Friday’s close against Thursday’s, not 0', () => {
    // The quote is dated by the close, whatever time the source stamps on it.
    const change = changeFromHistory(
      [
        [THURSDAY_CLOSE, 4000],
        [FRIDAY_CLOSE, 4100],
      ],
      gold(4100, FRIDAY_CLOSE),
    );
    expect(change).toEqual({ percent: 2.5, basis: '24h' });
  });

  it('of gold on a Monday before the close is against Friday’s close, and says so', () => {
    const sundayEvening = Date.UTC(2026, 9, 11, 23);
    const change = changeFromHistory([[FRIDAY_CLOSE, 4000]], gold(4200, sundayEvening));
    expect(change).toEqual({ percent: 5, basis: 'previous-close' });
  });
});

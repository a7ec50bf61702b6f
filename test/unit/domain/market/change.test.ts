import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseChange,
  combineChanges,
  type Witness,
} from '../../../../src/domain/market/change.ts';
import { percentChange, productChange } from '../../../../src/domain/market/percent-change.ts';
import type { Change } from '../../../../src/domain/market/quote.ts';
import type { HistoryPoint } from '../../../../src/domain/market/state.ts';
import { aQuote, DAY, MINUTE, NOW } from '../../../support/market/sources.ts';

const RUNS = { numRuns: 1_000 };
const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
/** Larger moves only test the arithmetic of the machine. */
const factor = fc.double({ min: 0.01, max: 100, noNaN: true });

const witness = (
  source: string,
  change?: Change,
  history: readonly HistoryPoint[] = [],
  rank = 1,
): Witness => ({
  source,
  rank,
  quote: aQuote('crypto:BTC', 110, change && { change }),
  history,
});

const over24h = (percent: number): Change => ({ percent, basis: '24h' });
const sinceClose = (percent: number): Change => ({ percent, basis: 'previous-close' });
const dayBefore: readonly HistoryPoint[] = [[NOW - MINUTE - DAY, 100]];

describe('the change of a product', () => {
  it('is that of the product of its factors', () => {
    fc.assert(
      fc.property(price, price, factor, factor, (a0, b0, moveA, moveB) => {
        const [a1, b1] = [a0 * moveA, b0 * moveB];
        const whole = percentChange(a0 * b0, a1 * b1) / 100 + 1;
        const parts = productChange(percentChange(a0, a1), percentChange(b0, b1)) / 100 + 1;
        expect(parts / whole).toBeCloseTo(1, 9);
      }),
      RUNS,
    );
  });

  it.each([
    ['both 24 hours', over24h(1), over24h(2), { percent: 3.02, basis: '24h' }],
    ['one since the close', over24h(1), sinceClose(2), { percent: 3.02, basis: 'previous-close' }],
    ['one unknown', over24h(1), { percent: 0, basis: 'unknown' }, { percent: 0, basis: 'unknown' }],
  ] as const)('of factors with bases %s', (_name, a, b, expected) => {
    expect(combineChanges(a, b)).toMatchObject(expected);
  });
});

describe('choosing a change', () => {
  it.each([
    [
      'own 24-hour figure before dated ends',
      [witness('d', sinceClose(2)), witness('t', over24h(1))],
      [],
      't',
      1,
    ],
    [
      'dated ends before our own record',
      [witness('r', undefined, dayBefore), witness('d', sinceClose(2))],
      [],
      'd',
      2,
    ],
    ['our own record, 110 against 100', [witness('r', undefined, dayBefore)], [], 'r', 10],
    [
      'a contributor’s record before another’s figure',
      [witness('r', undefined, dayBefore)],
      [witness('t', over24h(1))],
      'r',
      10,
    ],
    [
      'another source of the series, where contributors tell nothing',
      [witness('x')],
      [witness('d', sinceClose(2))],
      'd',
      2,
    ],
    [
      'the middle of three',
      [witness('a', over24h(0.59)), witness('b', over24h(0.78)), witness('c', over24h(0.66))],
      [],
      'c',
      0.66,
    ],
    [
      'the higher-ranked of the middle two',
      [witness('a', over24h(1), [], 2), witness('b', over24h(2), [], 1)],
      [],
      'b',
      2,
    ],
  ] as const)('takes %s', (_name, contributing, others, source, percent) => {
    expect(chooseChange(contributing, others)).toMatchObject({ source, percent });
  });

  it('is unknown, and 0 for want of a number, where nobody can tell', () => {
    expect(chooseChange([witness('a')], [witness('b')])).toEqual({
      percent: 0,
      basis: 'unknown',
      source: null,
    });
  });

  it('is always one source’s own figure', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -90, max: 900, noNaN: true }), { minLength: 1 }),
        (percents) => {
          const witnesses = percents.map((percent, index) =>
            witness(`s${index}`, over24h(percent)),
          );
          const chosen = chooseChange(witnesses, []);
          const own = percents[Number(chosen.source?.slice(1))] ?? Number.NaN;
          expect(chosen.percent).toBe(Number(own.toPrecision(6)));
        },
      ),
      RUNS,
    );
  });
});

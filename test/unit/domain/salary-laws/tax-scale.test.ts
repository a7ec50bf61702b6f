import { describe, expect, test } from '@jest/globals';
import type { TaxBracket } from '../../../../src/domain/salary-laws/dataset.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import {
  monthlyOfAnnualFaults,
  scaleFaults,
  taxOn,
} from '../../../../src/domain/salary-laws/tax-scale.ts';

const AT = { file: 'f', path: '/t' };
const scale = (...steps: [number | null, number][]): TaxBracket[] =>
  steps.map(([upTo, rate]) => ({ upTo, rate }));

describe('a scale', () => {
  test.each<[string, TaxBracket[], string[]]>([
    ['sound', scale([100, 0], [200, 0.1], [null, 0.2]), []],
    [
      'bounds out of order',
      scale([200, 0], [100, 0.1], [null, 0.2]),
      ['f /t/1/upTo: found 100, expected more than the bound before it, 200'],
    ],
    [
      'equal bounds',
      scale([100, 0], [100, 0.1], [null, 0.2]),
      ['f /t/1/upTo: found 100, expected more than the bound before it, 100'],
    ],
    [
      'no open top',
      scale([100, 0], [200, 0.1]),
      ['f /t/1/upTo: found 200, expected null, since the top bracket is open'],
    ],
    [
      'open in the middle',
      scale([100, 0], [null, 0.1], [null, 0.2]),
      ['f /t/1/upTo: found null, expected a bound: only the last bracket is open'],
    ],
    [
      'a rate that falls',
      scale([100, 0], [200, 0.2], [null, 0.1]),
      ['f /t/2/rate: found 0.1, expected more than the rate before it, 0.2'],
    ],
    [
      'a first bracket that is taxed',
      scale([100, 0.1], [null, 0.2]),
      ['f /t/0/rate: found 0.1, expected 0, since the first bracket is exempt'],
    ],
  ])('%s', (_, brackets, lines) => {
    expect(scaleFaults(brackets, AT).map(faultLine)).toEqual(lines);
  });
});

describe('the monthly scale', () => {
  test('is a twelfth of the annual one, rounded to the rial', () => {
    const monthly = scale([666_666_667, 0], [null, 0.3]);
    expect(monthlyOfAnnualFaults(monthly, scale([8_000_000_000, 0], [null, 0.3]), AT)).toEqual([]);
  });

  test('that differs is told bound by bound and rate by rate', () => {
    const faults = monthlyOfAnnualFaults(
      scale([101, 0], [null, 0.3]),
      scale([1200, 0], [null, 0.2]),
      AT,
    );
    expect(faults.map(faultLine)).toEqual([
      'f /t/0/upTo: found 101, expected 100, a twelfth of the annual bound 1200',
      'f /t/1/rate: found 0.3, expected 0.2, as in the annual scale',
    ]);
  });

  test('of another length is told once', () => {
    expect(
      monthlyOfAnnualFaults(scale([null, 0]), scale([12, 0], [null, 0.1]), AT).map(faultLine),
    ).toEqual(['f /t: found 1, expected 2 brackets, as in the annual scale']);
  });
});

test.each([
  [0, 0],
  [100, 0],
  [150, 5],
  [200, 10],
  [300, 30],
])('tax on %i by 0 % to 100, 10 % to 200, 20 % above is %i', (income, tax) => {
  expect(taxOn(income, scale([100, 0], [200, 0.1], [null, 0.2]))).toBeCloseTo(tax, 9);
});

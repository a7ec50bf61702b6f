import { describe, expect, test } from '@jest/globals';
import { dayAfter, jalaliOf, sameDay } from '../../../../src/domain/salary-laws/jalali-day.ts';

describe('Gregorian days in the Solar Hijri calendar', () => {
  // New years and leap days as the calendar authority of the University of Tehran publishes them:
  // 1399, 1403 and 1408 are leap years.
  test.each([
    ['2021-03-20', '1399-12-30'],
    ['2021-03-21', '1400-01-01'],
    ['2022-03-21', '1401-01-01'],
    ['2023-03-21', '1402-01-01'],
    ['2024-03-20', '1403-01-01'],
    ['2025-03-20', '1403-12-30'],
    ['2025-03-21', '1404-01-01'],
    ['2026-03-21', '1405-01-01'],
    ['2027-03-20', '1405-12-29'],
    ['2027-03-21', '1406-01-01'],
  ])('%s is %s', (gregorian, jalali) => {
    expect(jalaliOf(gregorian)).toBe(jalali);
    expect(sameDay({ gregorian, jalali })).toBe(true);
  });

  test('what is no day has none', () => {
    expect(jalaliOf('2026-13-01')).toBeUndefined();
    expect(dayAfter('yesterday')).toBeUndefined();
  });

  test('the day after crosses months and leap days', () => {
    expect(dayAfter('2024-02-28')).toBe('2024-02-29');
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  });
});

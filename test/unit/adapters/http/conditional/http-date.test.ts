import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  formatHttpDate,
  parseHttpDate,
} from '../../../../../src/adapters/http/conditional/http-date.ts';

const NOW = Date.UTC(2026, 9, 5);

describe('parseHttpDate', () => {
  // RFC 9110 section 5.6.7 gives one instant in its three forms.
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('reads %s', (text) => {
    expect(parseHttpDate(text, NOW)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it.each([
    ['76', 2076],
    ['77', 1977],
    ['26', 2026],
    ['00', 2000],
  ])('a two-digit year %s, read in 2026, is %d', (shortYear, year) => {
    expect(parseHttpDate(`Sunday, 06-Nov-${shortYear} 00:00:00 GMT`, NOW)).toBe(
      Date.UTC(year, 10, 6),
    );
  });

  it('takes a leap second', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.UTC(2017, 0, 1));
  });

  it.each([
    '',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 31 Nov 1994 08:49:37 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    '784111777',
  ])('refuses %p', (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined();
  });

  it('gives back every second that it formats', () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        expect(parseHttpDate(formatHttpDate(second * 1000))).toBe(second * 1000);
      }),
      { numRuns: 1000 },
    );
  });
});

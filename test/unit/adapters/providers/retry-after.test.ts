import { expect, test } from '@jest/globals';
import { retryAfterMs } from '../../../../src/adapters/providers/retry-after.ts';

const NOW = Date.parse('1994-11-06T08:49:00Z');

// RFC 9110 §5.6.7 has three forms of an HTTP-date, and a recipient accepts all three.
test.each([
  ['0', 0],
  ['120', 120_000],
  [' 120 ', 120_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun Nov  6 08:49:37 1994', 37_000],
  ['Sun, 06 Nov 1994 08:48:00 GMT', 0],
  ['', undefined],
  [undefined, undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['tomorrow', undefined],
  ['99999999999', 99_999_999_999_000],
])('%p is %p ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

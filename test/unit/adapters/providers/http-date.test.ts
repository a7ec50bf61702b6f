import { expect, test } from '@jest/globals';
import { parseHttpDate } from '../../../../src/adapters/providers/http-date.ts';

const AT = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT'],
  ['Sunday, 06-Nov-94 08:49:37 GMT'],
  ['Sun Nov  6 08:49:37 1994'],
])('%s is read, wherever this machine stands', (text) => {
  expect(parseHttpDate(text)).toBe(AT);
});

test.each([
  [undefined],
  [''],
  ['7.5'],
  ['2026-10-05'],
  ['yesterday'],
  ['Sun, 99 Nov 1994 99:99:99 GMT'],
])('%p is no HTTP-date', (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseCurrencyCodes } from '../../../../src/adapters/providers/currency-codes.ts';

const document: unknown = JSON.parse(
  readFileSync(new URL('../../../../config/currencies.json', import.meta.url), 'utf8'),
);
const codes = parseCurrencyCodes(document);

// CLDR names money that people hold: fund codes, an accounting unit of account and the digital
// bolivar, which shares the bolivar's name, are in ISO 4217's table A.1 and not there.
const NOT_IN_CLDR = [
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'COU',
  'MXV',
  'USN',
  'UYI',
  'UYW',
  'VED',
  'XAD',
  'XUA',
];

test('every other code is one that CLDR knows', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect([...codes].filter((code) => !known.has(code))).toEqual(NOT_IN_CLDR);
});

test('what CLDR still knows and is not listed has been withdrawn', () => {
  const unlisted = Intl.supportedValuesOf('currency').filter((code) => !codes.has(code));
  expect(unlisted).toEqual(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);
});

test('metals, bond units and test codes are not listed', () => {
  const others = ['XAU', 'XAG', 'XPT', 'XPD', 'XTS', 'XXX', 'XBA', 'XBB', 'XBC', 'XBD'];
  expect(others.filter((code) => codes.has(code))).toEqual([]);
});

test('there are 168 of them, in order, IRR and XDR among them', () => {
  expect(codes.size).toBe(168);
  expect([...codes]).toEqual([...codes].toSorted());
  expect(codes).toContain('IRR');
  expect(codes).toContain('XDR');
});

test.each([
  ['a code of two letters', { codes: ['EU'] }, /codes\[0\]/],
  ['a code given twice', { codes: ['EUR', 'EUR'] }, /given twice/],
  ['no date', { effectiveFrom: 'soon' }, /effectiveFrom/],
])('%s is refused with its place', (_name, part, message) => {
  expect(() => parseCurrencyCodes({ ...(document as object), ...part })).toThrow(message);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { instantOf, instantText } from '../../../../src/domain/salary-laws/seal.ts';

describe('an instant', () => {
  test('is read as it was written, to the second', () => {
    const latest = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: latest }), (seconds) => {
        expect(instantOf(instantText(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });

  test.each([
    '2026-12-31T23:59:60Z',
    '2026-12-31T24:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-12-31T23:59:59+00:00',
    '2026-12-31',
    'now',
    '',
  ])('is never %j', (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});

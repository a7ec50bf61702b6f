import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compareVersions,
  isVersionLabel,
} from '../../../../src/domain/salary-laws/version-label.ts';

const label = fc.array(fc.nat(999_999), { minLength: 1, maxLength: 4 }).map((n) => n.join('.'));

describe('version labels', () => {
  test.each(['1405.1', '1', '0.0.0.0', '1405.10.2'])('%s is one', (text) => {
    expect(isVersionLabel(text)).toBe(true);
  });

  test.each(['', 'v1', '1.', '.1', '01.2', '1405.1-rc', '1.2.3.4.5', '1 ', '../1'])(
    '"%s" is none',
    (text) => {
      expect(isVersionLabel(text)).toBe(false);
    },
  );

  test.each([
    ['1405.2', '1405.10', -1],
    ['1406', '1405.99', 1],
    ['1405', '1405.0', 0],
  ])('%s against %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });

  test('are in one total order', () => {
    fc.assert(
      fc.property(label, label, label, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

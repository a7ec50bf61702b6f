import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '../../../../src/adapters/providers/reading.ts';
import { openMarketRial, RIAL_PER_TOMAN } from '../../../../src/adapters/providers/rial-unit.ts';

test('whatever the price, a slip between toman and rial is refused', () => {
  fc.assert(
    fc.property(fc.double({ min: 800_000, max: 7_999_999, noNaN: true }), (rial) => {
      expect(openMarketRial(rial)).toBe(rial);
      expect(openMarketRial(rial / RIAL_PER_TOMAN)).toBeInstanceOf(Refusal);
      expect(openMarketRial(rial * RIAL_PER_TOMAN)).toBeInstanceOf(Refusal);
    }),
    { numRuns: 1_000 },
  );
});

test('what was refused before stays refused for its own reason', () => {
  expect(openMarketRial(new Refusal('zero'))).toEqual(new Refusal('zero'));
});

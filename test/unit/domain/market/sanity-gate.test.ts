import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InstrumentLimits } from '../../../../src/domain/market/limits.ts';
import { judge, looksLikeUnitSlip, SLIP_WIDTH } from '../../../../src/domain/market/sanity-gate.ts';

const RUNS = { numRuns: 1_000 };
const limits: InstrumentLimits = {
  tolerance: 0.005,
  jump: 0.35,
  band: { min: 100, max: 20_000_000 },
  level: 1_350_000,
};
const rial = fc.double({ min: 300_000, max: 5_000_000, noNaN: true });

describe('the sanity gate', () => {
  it('never passes a tenfold slip, up or down, with or without a past', () => {
    const slip = fc.constantFrom(10, 0.1, 100, 0.01);
    const drift = fc.double({ min: 0.9, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(rial, slip, drift, fc.boolean(), (accepted, factor, drifted, hasPast) => {
        const reference = hasPast ? accepted : limits.level;
        if (reference === undefined) throw new Error('no level');
        const verdict = judge(reference * factor * drifted, hasPast ? accepted : undefined, limits);
        expect(verdict).not.toBe('pass');
        expect(
          looksLikeUnitSlip(reference * factor * drifted, reference, SLIP_WIDTH.ofOwnValue),
        ).toBe(true);
      }),
      RUNS,
    );
  });

  it('passes any move within the jump limit', () => {
    fc.assert(
      fc.property(rial, fc.double({ min: -0.349, max: 0.349, noNaN: true }), (accepted, move) => {
        expect(judge(accepted * (1 + move), accepted, limits)).toBe('pass');
      }),
      RUNS,
    );
  });

  it.each([
    ['just inside the jump', 134, 100, 'pass'],
    ['just outside the jump', 136, 100, 'suspect'],
    ['below the band, however near the past', 99, 101, 'implausible'],
    ['above the band', 20_000_001, 19_999_999, 'implausible'],
    ['a first value five times the level', 6_750_000, undefined, 'pass'],
    ['a first value over five times the level', 6_750_001, undefined, 'suspect'],
    ['a first value a sixth of the level', 225_000, undefined, 'suspect'],
  ])('judges %s', (_name, value, accepted, verdict) => {
    expect(judge(value, accepted, limits)).toBe(verdict);
  });

  it('passes a first value of which nothing is known', () => {
    expect(judge(1e-6, undefined, { tolerance: 0.02, jump: 0.05 })).toBe('pass');
  });

  it.each([
    [42_000, 1_300_000, false],
    [1_300_000, 42_000, false],
    [131_000, 1_300_000, true],
    [13_000_000, 1_300_000, true],
    [1.2, 1, false],
    [3.1, 1, false],
  ])('%d against %d: a unit slip is %s', (value, reference, expected) => {
    expect(looksLikeUnitSlip(value, reference, SLIP_WIDTH.ofOwnValue)).toBe(expected);
  });
});

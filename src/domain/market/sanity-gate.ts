import { COLD_START_FACTOR, type InstrumentLimits } from './limits.ts';
import { deviation } from './median.ts';
import type { Change } from './quote.ts';

/**
 * `pass`: nothing speaks against the value. `suspect`: it moved further than such values move in a
 * poll, and waits for confirmation. `implausible`: no confirmation would make it true.
 */
export type GateVerdict = 'pass' | 'suspect' | 'implausible';

/**
 * Holds a source's value against the plausible band, then against that source's own last accepted
 * value, or at a cold start against the instrument's usual level. Each source is judged by its own
 * past, since sources of one instrument may differ by more than any of them moves (official IRR).
 */
export function judge(
  value: number,
  lastAccepted: number | undefined,
  limits: InstrumentLimits,
): GateVerdict {
  const { band, jump, level } = limits;
  if (band && (value < band.min || value > band.max)) return 'implausible';
  if (lastAccepted !== undefined)
    return deviation(value, lastAccepted) <= jump ? 'pass' : 'suspect';
  if (level === undefined) return 'pass';
  return value <= level * COLD_START_FACTOR && value >= level / COLD_START_FACTOR
    ? 'pass'
    : 'suspect';
}

/**
 * Whether a change can be true: no price here falls to less than a fifth in a day, or rises to more
 * than five times. Beyond that one of its two ends is wrong, by a unit or a decimal point as a rule.
 */
export const isCredible = ({ percent }: Change): boolean => {
  const ratio = 1 + percent / 100;
  return ratio >= 1 / MOST_IN_A_DAY && ratio <= MOST_IN_A_DAY;
};

const MOST_IN_A_DAY = 5;

/** How near to a power of ten a ratio must be to look like a slip, in log10. */
export const SLIP_WIDTH = {
  /** About 15 %, against the source's own last value. */
  ofOwnValue: 0.06,
  /** About one half, against the usual level, from which a source's true value may be far by now. */
  ofLevel: 0.18,
} as const;

/**
 * A move by a power of ten is what a unit slip (rial for toman), a moved decimal point or a nominal
 * of 10 or 100 units looks like. No number of repetitions by the same source makes it credible.
 */
export function looksLikeUnitSlip(value: number, reference: number, width: number): boolean {
  const magnitude = Math.log10(value / reference);
  const power = Math.round(magnitude);
  return power !== 0 && Math.abs(magnitude - power) <= width;
}

import { COLD_START_FACTOR, type InstrumentLimits } from './limits.ts';
import { deviation } from './median.ts';

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

/** How near to a power of ten a ratio must be to look like a slip: 0.06 in log10 is about 15 %. */
const SLIP_LOG10_WIDTH = 0.06;

/**
 * A move by a power of ten is what a unit slip (rial for toman), a moved decimal point or a nominal
 * of 10 or 100 units looks like. No number of repetitions by the same source makes it credible.
 */
export function looksLikeUnitSlip(value: number, reference: number): boolean {
  const magnitude = Math.log10(value / reference);
  const power = Math.round(magnitude);
  return power !== 0 && Math.abs(magnitude - power) <= SLIP_LOG10_WIDTH;
}

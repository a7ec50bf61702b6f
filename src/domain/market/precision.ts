/**
 * Published numbers carry ten significant digits: more than any source is good for, few enough to
 * hide binary noise. Decimals would not do: a rate of 0.0000005 and one of 2,500,000 need the same
 * relative precision.
 */
export const SIGNIFICANT_DIGITS = 10;

/** A change in percent is never better than its two ends. */
const CHANGE_SIGNIFICANT_DIGITS = 6;

/** Rounding is monotone, so a rounded median of rounded quotes stays between them. */
export const significant = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

export const significantPercent = (percent: number): number =>
  Number(percent.toPrecision(CHANGE_SIGNIFICANT_DIGITS));

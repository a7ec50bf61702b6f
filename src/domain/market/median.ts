/** The middle of an odd number of values, the mean of the middle two of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('median of no values');
  // Not (lower + upper) / 2: the sum of two large values can overflow, half their distance cannot.
  return lower + (upper - lower) / 2;
}

/** Distance of `value` from `reference`, as a fraction of the reference. */
export const deviation = (value: number, reference: number): number =>
  Math.abs(value - reference) / reference;

/** The change from `before` to `now`, in percent of `before`. Both in the same unit, above zero. */
export const percentChange = (before: number, now: number): number =>
  ((now - before) / before) * 100;

/** The change of a product, given those of its factors. */
export const productChange = (...percents: readonly number[]): number =>
  (percents.reduce((product, percent) => product * (1 + percent / 100), 1) - 1) * 100;

/**
 * Grams in a troy ounce, exactly, by definition (480 grains of 64.79891 mg; NIST SP 811, appendix
 * B.8).
 */
export const GRAMS_PER_TROY_OUNCE = 31.1034768;

/**
 * Rial per gram of fine gold.
 *
 * @param usdPerOunce spot price of a troy ounce of fine gold in USD.
 * @param rialPerUsd rial, never toman, per USD.
 */
export const rialPerGram = (usdPerOunce: number, rialPerUsd: number): number =>
  (usdPerOunce / GRAMS_PER_TROY_OUNCE) * rialPerUsd;

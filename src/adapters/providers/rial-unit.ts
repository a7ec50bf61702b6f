import { Refusal } from './reading.ts';

/** A toman is ten rial; Iranian venues quote in either, and no symbol tells which. */
export const RIAL_PER_TOMAN = 10;

/**
 * Where a dollar's open-market price in rial lies: one decade around 2,530,000, its price when this
 * was written. One decade exactly, so that a figure which is ten times too small or too large, as a
 * mistaken toman is, cannot land inside it whatever the true price. It is to be moved before the price
 * reaches an end: from there on the source is refused, which is told, rather than believed.
 */
const LEAST = 800_000;
const MOST = 8_000_000;

/** Rial per USD on the open market, refused where the unit must be another. */
export const openMarketRial = (value: number | Refusal): number | Refusal => {
  if (value instanceof Refusal) return value;
  return value >= LEAST && value < MOST ? value : new Refusal('cannot be rial per USD');
};

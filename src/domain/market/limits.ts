import { codeOf, type Instrument, kindOf } from './instrument.ts';

/** How far values of one instrument may lie apart. Fractions, not percent. */
export interface InstrumentLimits {
  /** Two sources within this distance agree; beyond it, one among three is an outlier. */
  readonly tolerance: number;
  /** A source's value may move this far from its last accepted one unquestioned. */
  readonly jump: number;
  /** Values outside are refused for good; in the instrument's unit. */
  readonly band?: { readonly min: number; readonly max: number };
  /**
   * The usual order of magnitude, in the instrument's unit: what a source without an accepted value
   * is held against. A first value off it by more than {@link COLD_START_FACTOR} is suspect.
   */
  readonly level?: number;
}

/** Below ten, so that no slip of a unit or of a decimal point passes at a cold start. */
export const COLD_START_FACTOR = 5;

/** The thresholds as they stand in the settings, by class of instrument. */
export interface Thresholds {
  readonly fiatMajor: ClassLimits & { readonly codes: readonly string[] };
  readonly fiatPegged: ClassLimits & { readonly codes: readonly string[] };
  readonly fiat: ClassLimits;
  readonly irrOfficial: ClassLimits;
  readonly irrMarket: ClassLimits;
  readonly gold: ClassLimits;
  readonly coinMajor: ClassLimits & { readonly symbols: readonly string[] };
  readonly coin: ClassLimits;
}

export type ClassLimits = Omit<InstrumentLimits, 'level'>;

/** @param levels the usual level of each instrument, where known. */
export function limitsFrom(
  thresholds: Thresholds,
  levels: Readonly<Partial<Record<Instrument, number>>>,
): (instrument: Instrument) => InstrumentLimits {
  const majors = new Set(thresholds.fiatMajor.codes);
  const pegged = new Set(thresholds.fiatPegged.codes);
  const majorCoins = new Set(thresholds.coinMajor.symbols);

  const fiatClass = (code: string): ClassLimits => {
    if (majors.has(code)) return thresholds.fiatMajor;
    return pegged.has(code) ? thresholds.fiatPegged : thresholds.fiat;
  };
  const classOf = (instrument: Instrument): ClassLimits => {
    switch (kindOf(instrument)) {
      case 'currency':
        return fiatClass(codeOf(instrument));
      case 'irr':
        return codeOf(instrument) === 'market' ? thresholds.irrMarket : thresholds.irrOfficial;
      case 'metal':
        return thresholds.gold;
      case 'crypto':
        return majorCoins.has(codeOf(instrument)) ? thresholds.coinMajor : thresholds.coin;
    }
  };
  return (instrument) => {
    const { tolerance, jump, band } = classOf(instrument);
    const level = levels[instrument];
    return { tolerance, jump, ...(band && { band }), ...(level !== undefined && { level }) };
  };
}

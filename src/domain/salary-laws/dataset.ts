/** A day of the proleptic Gregorian calendar, `YYYY-MM-DD`. */
export type IsoDate = string;

/** One step of a tax scale: what lies between the bound before it and `upTo` is taxed at `rate`. */
export interface TaxBracket {
  /** Rial of taxable income per period; `null` marks the open top bracket. */
  readonly upTo: number | null;
  /** A fraction, 0 to 1. */
  readonly rate: number;
}

/**
 * The salary laws of one Jalali year. The named members are the contract's own (spec section 2.2);
 * an entry carries further ones, described in docs/dataset.md.
 */
export interface YearEntry {
  readonly year: number;
  readonly minimumWage: number;
  readonly taxExemption: number;
  readonly insuranceRate: number;
  readonly housingAllowance: number;
  readonly foodAllowance: number;
  readonly taxBrackets: readonly TaxBracket[];
  readonly [additional: string]: unknown;
}

export interface SalaryLaws {
  readonly version: string;
  readonly updatedAt: IsoDate;
  readonly source: string;
  readonly region?: string;
  /** Keyed by the Jalali year, in order. */
  readonly years: Readonly<Record<string, YearEntry>>;
}

/** A dataset in service. */
export interface PublishedSalaryLaws {
  readonly laws: SalaryLaws;
  /** The canonical JSON text of `laws`: the bytes that are served. */
  readonly body: string;
  /** Lower-case hex digest of `body`: same content, same revision, on every replica. */
  readonly revision: string;
  /** Unix ms, whole seconds: the instant of this version, from the manifest; `Last-Modified`. */
  readonly publishedAt: number;
}

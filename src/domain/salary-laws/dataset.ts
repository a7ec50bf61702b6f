import type { CalendarDay, IsoDate } from './calendar-day.ts';
import type { ProvenanceMap } from './provenance.ts';

export type { CalendarDay, IsoDate };

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

/**
 * A year entry with all that this dataset publishes. Amounts are rial per month unless their name
 * says otherwise; rates and premiums are fractions.
 */
export interface SalaryYear extends YearEntry {
  readonly currency: 'IRR';
  readonly period: 'month';
  readonly calendar: 'solar-hijri';
  readonly effectiveFrom: CalendarDay;
  readonly effectiveTo: CalendarDay;
  readonly minimumWageDaily: number;
  /** Per child. */
  readonly childAllowance: number;
  /** `null` in years in which the law knew none. */
  readonly marriageAllowance: number | null;
  readonly seniorityDaily: number;
  readonly seniorityMonthly: number;
  readonly employerInsuranceRate: number;
  readonly unemploymentInsuranceRate: number;
  readonly maxInsurableDailyWage: number;
  readonly taxBracketsAnnual: readonly TaxBracket[];
  readonly overtimeMultiplier: number;
  readonly nightPremium: number;
  readonly fridayWorkPremium: number;
  readonly shiftPremiums: {
    readonly morningEvening: number;
    readonly threeShift: number;
    readonly nightRotation: number;
  };
  /** Ordinary working hours per week. */
  readonly weeklyHours: number;
  readonly provenance: ProvenanceMap;
}

export interface SalaryLaws {
  readonly version: string;
  readonly updatedAt: IsoDate;
  readonly source: string;
  readonly region?: string;
  /** Keyed by the Jalali year, in order. */
  readonly years: Readonly<Record<string, YearEntry>>;
}

/** Salary laws whose entries have passed validation. */
export interface ValidSalaryLaws extends SalaryLaws {
  readonly years: Readonly<Record<string, SalaryYear>>;
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

/** A dataset in service whose entries this process has validated itself. */
export interface ValidPublication extends PublishedSalaryLaws {
  readonly laws: ValidSalaryLaws;
}

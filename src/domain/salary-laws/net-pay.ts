import type { SalaryYear } from './dataset.ts';
import { taxOn } from './tax-scale.ts';
import { DAYS_PER_WAGE_MONTH } from './year-rules.ts';

/** A worker as the reference calculation sees one, for a full month of 30 days. */
export interface Worker {
  /** Rial per month. */
  readonly baseWage: number;
  readonly married: boolean;
  readonly children: number;
  /** One year of service or more with the employer. */
  readonly senior: boolean;
}

/** Rial per month, not rounded. */
export interface PaySlip {
  /** Base wage and all allowances. */
  readonly gross: number;
  /** What contributions are due on: gross without the child allowance, up to the ceiling. */
  readonly insurable: number;
  /** The worker's share. */
  readonly insurance: number;
  readonly tax: number;
  /** What is paid out. */
  readonly net: number;
}

/**
 * The reference calculation of take-home pay, to weigh a change of the dataset in money. It taxes
 * the whole gross wage by the scale and applies no deduction from taxable income (Direct Taxes Act,
 * art. 137 and the like), since the dataset holds none; it is no payroll program.
 *
 * For a given year and household net pay is continuous in the base wage and rises with it, because
 * no rate of the scale and the insurance together reach 1.
 */
export const netPay = (year: SalaryYear, worker: Worker): PaySlip => {
  const childAllowance = worker.children * year.childAllowance;
  const gross =
    worker.baseWage +
    year.housingAllowance +
    year.foodAllowance +
    (worker.married ? (year.marriageAllowance ?? 0) : 0) +
    (worker.senior ? year.seniorityMonthly : 0) +
    childAllowance;
  const ceiling = DAYS_PER_WAGE_MONTH * year.maxInsurableDailyWage;
  const insurable = Math.min(gross - childAllowance, ceiling);
  const insurance = insurable * year.insuranceRate;
  const tax = taxOn(gross, year.taxBrackets);
  return { gross, insurable, insurance, tax, net: gross - insurance - tax };
};

import type { SalaryYear } from './dataset.ts';
import type { Fault, Place } from './fault.ts';
import { monthlyOfAnnualFaults, scaleFaults } from './tax-scale.ts';

/** An entry of which some members may have failed the schema: rules on those are left out. */
export type YearDraft = Partial<SalaryYear>;

/** Monthly figures of the wage decisions are for a month of thirty days. */
export const DAYS_PER_WAGE_MONTH = 30;
/** Social Security Act, art. 86: three daily minimum wages per child and month. */
const DAYS_OF_CHILD_ALLOWANCE = 3;
/** Contributions are due on at most seven daily minimum wages. */
const DAYS_OF_MAX_INSURABLE_WAGE = 7;

/** Rules between the members of one year's entry. */
export const yearFaults = (entry: YearDraft, at: Place): Fault[] => [
  ...multiplesOfDailyWage(entry, at),
  ...seniority(entry, at),
  ...exemption(entry, at),
  ...scales(entry, at),
];

const mustEqual = (
  entry: YearDraft,
  member: 'minimumWage' | 'childAllowance' | 'maxInsurableDailyWage' | 'seniorityDaily',
  wanted: number | undefined,
  why: string,
  at: Place,
): Fault[] => {
  const value = entry[member];
  if (value === undefined || wanted === undefined || value === wanted) return [];
  return [{ file: at.file, path: `${at.path}/${member}`, value, expected: `${wanted}, ${why}` }];
};

const multiplesOfDailyWage = (entry: YearDraft, at: Place): Fault[] => {
  const daily = entry.minimumWageDaily;
  if (daily === undefined) return [];
  return [
    ...mustEqual(
      entry,
      'minimumWage',
      DAYS_PER_WAGE_MONTH * daily,
      `${DAYS_PER_WAGE_MONTH} × minimumWageDaily`,
      at,
    ),
    ...mustEqual(
      entry,
      'childAllowance',
      DAYS_OF_CHILD_ALLOWANCE * daily,
      `${DAYS_OF_CHILD_ALLOWANCE} × minimumWageDaily`,
      at,
    ),
    ...mustEqual(
      entry,
      'maxInsurableDailyWage',
      DAYS_OF_MAX_INSURABLE_WAGE * daily,
      `${DAYS_OF_MAX_INSURABLE_WAGE} × minimumWageDaily`,
      at,
    ),
  ];
};

/** Decisions state a round amount per month; the daily one is its thirtieth, rounded. */
const seniority = (entry: YearDraft, at: Place): Fault[] => {
  const monthly = entry.seniorityMonthly;
  if (monthly === undefined) return [];
  const daily = Math.round(monthly / DAYS_PER_WAGE_MONTH);
  return mustEqual(entry, 'seniorityDaily', daily, 'seniorityMonthly ÷ 30, rounded', at);
};

const exemption = (entry: YearDraft, at: Place): Fault[] => {
  const first = entry.taxBrackets?.[0];
  if (entry.taxExemption === undefined || first === undefined) return [];
  if (first.upTo === entry.taxExemption) return [];
  return [
    {
      file: at.file,
      path: `${at.path}/taxBrackets/0/upTo`,
      value: first.upTo,
      expected: `taxExemption, ${entry.taxExemption}`,
    },
  ];
};

const scales = (entry: YearDraft, at: Place): Fault[] => {
  const { taxBrackets, taxBracketsAnnual } = entry;
  const monthlyAt = { file: at.file, path: `${at.path}/taxBrackets` };
  return [
    ...(taxBrackets ? scaleFaults(taxBrackets, monthlyAt) : []),
    ...(taxBracketsAnnual
      ? scaleFaults(taxBracketsAnnual, { file: at.file, path: `${at.path}/taxBracketsAnnual` })
      : []),
    ...(taxBrackets && taxBracketsAnnual
      ? monthlyOfAnnualFaults(taxBrackets, taxBracketsAnnual, monthlyAt)
      : []),
  ];
};

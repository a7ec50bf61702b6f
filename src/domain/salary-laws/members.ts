import type { ValuedMember } from './canonical.ts';

/** `rial/month` and `rial/day` are amounts; `scale` is a list of brackets in rial. */
export type Unit =
  | 'rial/month'
  | 'rial/day'
  | 'fraction'
  | 'multiple'
  | 'hours/week'
  | 'scale/month'
  | 'scale/year'
  | 'fractions';

export interface MemberMeaning {
  /** In words, for tables and change logs. */
  readonly label: string;
  readonly unit: Unit;
  /** Whose pay, or whose cost, a change of it moves. */
  readonly concerns: string;
}

const EVERYONE = 'every worker';
const TAXPAYERS = 'workers whose income is taxed';
const SENIORS = 'workers with a year of service or more';
const EMPLOYERS = 'employers';

/** What each published value means, for people. */
export const MEMBERS: Readonly<Record<ValuedMember, MemberMeaning>> = {
  minimumWage: { label: 'Minimum wage', unit: 'rial/month', concerns: EVERYONE },
  taxExemption: { label: 'Tax exemption', unit: 'rial/month', concerns: TAXPAYERS },
  insuranceRate: { label: "Worker's insurance rate", unit: 'fraction', concerns: EVERYONE },
  housingAllowance: { label: 'Housing allowance', unit: 'rial/month', concerns: EVERYONE },
  foodAllowance: { label: 'Food allowance', unit: 'rial/month', concerns: EVERYONE },
  taxBrackets: { label: 'Tax scale per month', unit: 'scale/month', concerns: TAXPAYERS },
  minimumWageDaily: { label: 'Minimum wage per day', unit: 'rial/day', concerns: EVERYONE },
  childAllowance: {
    label: 'Allowance per child',
    unit: 'rial/month',
    concerns: 'workers with children',
  },
  marriageAllowance: {
    label: 'Marriage allowance',
    unit: 'rial/month',
    concerns: 'married workers',
  },
  seniorityDaily: { label: 'Seniority pay per day', unit: 'rial/day', concerns: SENIORS },
  seniorityMonthly: { label: 'Seniority pay', unit: 'rial/month', concerns: SENIORS },
  employerInsuranceRate: {
    label: "Employer's insurance rate",
    unit: 'fraction',
    concerns: EMPLOYERS,
  },
  unemploymentInsuranceRate: {
    label: 'Unemployment insurance rate',
    unit: 'fraction',
    concerns: EMPLOYERS,
  },
  maxInsurableDailyWage: {
    label: 'Highest insurable wage per day',
    unit: 'rial/day',
    concerns: 'workers who earn more than seven minimum wages, and their employers',
  },
  taxBracketsAnnual: { label: 'Tax scale per year', unit: 'scale/year', concerns: TAXPAYERS },
  overtimeMultiplier: {
    label: 'Pay for overtime',
    unit: 'multiple',
    concerns: 'workers on overtime',
  },
  nightPremium: { label: 'Night premium', unit: 'fraction', concerns: 'workers at night' },
  fridayWorkPremium: { label: 'Friday premium', unit: 'fraction', concerns: 'workers on Fridays' },
  shiftPremiums: { label: 'Shift premiums', unit: 'fractions', concerns: 'workers on shifts' },
  weeklyHours: { label: 'Working hours', unit: 'hours/week', concerns: EVERYONE },
};

import { VALUED_MEMBERS, type ValuedMember } from './canonical.ts';
import type { SalaryYear, ValidSalaryLaws } from './dataset.ts';
import { netPay, type Worker } from './net-pay.ts';

/** What lies between two versions of the dataset. */
export interface Difference {
  readonly yearsAdded: readonly string[];
  readonly yearsRemoved: readonly string[];
  /** Values that changed in years that both versions hold. */
  readonly values: readonly ValueChange[];
  /** Values that stayed while what they rest on was restated. */
  readonly provenance: readonly { readonly year: string; readonly member: ValuedMember }[];
  /** Anything else of an entry or of the document: `source`, `region`, effective dates. */
  readonly other: readonly string[];
}

export interface ValueChange {
  readonly year: string;
  readonly member: ValuedMember;
  readonly before: unknown;
  readonly after: unknown;
}

export const difference = (before: ValidSalaryLaws, after: ValidSalaryLaws): Difference => {
  const shared = Object.keys(after.years).filter((year) => before.years[year]);
  const values: ValueChange[] = [];
  const provenance: { year: string; member: ValuedMember }[] = [];
  const other: string[] = (['source', 'region'] as const).filter(
    (member) => before[member] !== after[member],
  );
  for (const year of shared) {
    const [old, now] = [before.years[year], after.years[year]];
    if (!old || !now) continue;
    for (const member of VALUED_MEMBERS) {
      if (differ(old[member], now[member])) {
        values.push({ year, member, before: old[member], after: now[member] });
      } else if (differ(old.provenance?.[member], now.provenance?.[member])) {
        provenance.push({ year, member });
      }
    }
    other.push(...otherMembers(old, now).map((member) => `${year} ${member}`));
  }
  return {
    yearsAdded: Object.keys(after.years).filter((year) => !before.years[year]),
    yearsRemoved: Object.keys(before.years).filter((year) => !after.years[year]),
    values,
    provenance,
    other,
  };
};

export const isEmpty = (found: Difference): boolean =>
  Object.values(found).every((list) => list.length === 0);

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

const otherMembers = (old: SalaryYear, now: SalaryYear): string[] => {
  const told = new Set<string>([...VALUED_MEMBERS, 'provenance']);
  const members = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...members].filter((member) => !told.has(member) && differ(old[member], now[member]));
};

/** A household whose pay shows what a change means. The base wage follows the year's minimum. */
export interface ReferenceWorker extends Omit<Worker, 'baseWage'> {
  readonly label: string;
  readonly timesMinimumWage: number;
}

export const REFERENCE_WORKERS: readonly ReferenceWorker[] = [
  {
    label: 'minimum wage, single',
    timesMinimumWage: 1,
    married: false,
    children: 0,
    senior: false,
  },
  {
    label: 'twice the minimum wage, married, one child, seniority',
    timesMinimumWage: 2,
    married: true,
    children: 1,
    senior: true,
  },
  {
    label: 'six times the minimum wage, married, two children, seniority',
    timesMinimumWage: 6,
    married: true,
    children: 2,
    senior: true,
  },
];

/** Take-home pay of a reference worker in a year, in whole rial per month. */
export const takeHome = (
  year: SalaryYear,
  { timesMinimumWage, married, children, senior }: ReferenceWorker,
): number => {
  const baseWage = timesMinimumWage * year.minimumWage;
  return Math.round(netPay(year, { baseWage, married, children, senior }).net);
};

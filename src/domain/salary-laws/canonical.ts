import type { CalendarDay } from './calendar-day.ts';
import type { SalaryYear, TaxBracket, ValidSalaryLaws } from './dataset.ts';
import type { Dispute, Provenance } from './provenance.ts';

/**
 * The one order of members in which a dataset is published. Two folders that say the same thing in
 * another layout or order give the same bytes, hence the same revision on every replica.
 */

const LAWS = [
  'version',
  'updatedAt',
  'source',
  'region',
  'years',
] as const satisfies readonly (keyof ValidSalaryLaws)[];

/** Members with a value that `provenance` vouches for, in order. The contract's own come first. */
export const VALUED_MEMBERS = [
  'minimumWage',
  'taxExemption',
  'insuranceRate',
  'housingAllowance',
  'foodAllowance',
  'taxBrackets',
  'minimumWageDaily',
  'childAllowance',
  'marriageAllowance',
  'seniorityDaily',
  'seniorityMonthly',
  'employerInsuranceRate',
  'unemploymentInsuranceRate',
  'maxInsurableDailyWage',
  'taxBracketsAnnual',
  'overtimeMultiplier',
  'nightPremium',
  'fridayWorkPremium',
  'shiftPremiums',
  'weeklyHours',
] as const;

export type ValuedMember = (typeof VALUED_MEMBERS)[number];

const CONTRACT_VALUES = 6;

const YEAR = [
  'year',
  ...VALUED_MEMBERS.slice(0, CONTRACT_VALUES),
  'currency',
  'period',
  'calendar',
  'effectiveFrom',
  'effectiveTo',
  ...VALUED_MEMBERS.slice(CONTRACT_VALUES),
  'provenance',
] as const;

const BRACKET = ['upTo', 'rate'] as const satisfies readonly (keyof TaxBracket)[];
const DAY = ['jalali', 'gregorian'] as const satisfies readonly (keyof CalendarDay)[];
const SHIFTS = ['morningEvening', 'threeShift', 'nightRotation'] as const;
const PROVENANCE = [
  'instrument',
  'number',
  'date',
  'title',
  'url',
  'confidence',
  'independentSources',
  'lastCheckedOn',
  'sources',
  'notes',
  'disputes',
] as const satisfies readonly (keyof Provenance)[];
const DISPUTE = [
  'claim',
  'value',
  'sources',
  'judgement',
] as const satisfies readonly (keyof Dispute)[];

/** The named members that are there, in the given order. */
const inOrder = <T extends object>(value: T, members: readonly string[]): T => {
  const source = value as Readonly<Record<string, unknown>>;
  const entries = members.flatMap((member) =>
    source[member] === undefined ? [] : [[member, source[member]]],
  );
  return Object.fromEntries(entries) as T;
};

const provenanceInOrder = (provenance: Provenance): Provenance =>
  inOrder(
    {
      ...provenance,
      ...(provenance.date ? { date: inOrder(provenance.date, DAY) } : {}),
      ...(provenance.disputes
        ? { disputes: provenance.disputes.map((dispute) => inOrder(dispute, DISPUTE)) }
        : {}),
    },
    PROVENANCE,
  );

const yearInOrder = (entry: SalaryYear): SalaryYear =>
  inOrder(
    {
      ...entry,
      taxBrackets: entry.taxBrackets.map((bracket) => inOrder(bracket, BRACKET)),
      taxBracketsAnnual: entry.taxBracketsAnnual.map((bracket) => inOrder(bracket, BRACKET)),
      effectiveFrom: inOrder(entry.effectiveFrom, DAY),
      effectiveTo: inOrder(entry.effectiveTo, DAY),
      shiftPremiums: inOrder(entry.shiftPremiums, SHIFTS),
      provenance: inOrder(
        Object.fromEntries(
          Object.entries(entry.provenance).map(([member, provenance]) => [
            member,
            provenanceInOrder(provenance),
          ]),
        ),
        VALUED_MEMBERS,
      ),
    },
    YEAR,
  );

/** The laws in canonical order; what is no published member (such as `$schema`) is left behind. */
export const canonicalLaws = (laws: ValidSalaryLaws): ValidSalaryLaws => {
  // Years need no sorting: integer keys are in ascending order by the language itself (ECMA-262,
  // OrdinaryOwnPropertyKeys).
  const years = Object.fromEntries(
    Object.entries(laws.years).map(([key, entry]) => [key, yearInOrder(entry)]),
  );
  return inOrder({ ...laws, years }, LAWS);
};

import {
  calendarFaults,
  continuityFaults,
  type KeyedYear,
} from '../../domain/salary-laws/calendar-rules.ts';
import type { IsoDate, SalaryYear } from '../../domain/salary-laws/dataset.ts';
import { type Fault, FaultList, type Place } from '../../domain/salary-laws/fault.ts';
import { type YearDraft, yearFaults } from '../../domain/salary-laws/year-rules.ts';
import { schemaFaults } from './schema.ts';

/** A year's entry as parsed: nothing is known of it yet. */
export interface RawYear {
  readonly key: string;
  readonly value: unknown;
  readonly at: Place;
}

export interface JudgedYears {
  /** Empty unless the schema has vouched for the shape of every entry. */
  readonly years: Readonly<Record<string, SalaryYear>>;
  readonly faults: FaultList;
}

/**
 * Holds entries against the schema and the rules that a schema cannot say.
 * @param keys the years that are there, even those whose entry could not be parsed.
 */
export const judgeYears = (
  raw: readonly RawYear[],
  keys: readonly string[],
  placeOf: (key: string) => Place,
  updatedAt: IsoDate | undefined,
): JudgedYears => {
  const ordered = raw.toSorted((a, b) => Number(a.key) - Number(b.key));
  const shapes = new FaultList();
  const rules = new FaultList();
  for (const { key, value, at } of ordered) {
    const shape = schemaFaults('year', value, at.file).map((fault) => ({
      ...fault,
      path: `${at.path}${fault.path}`,
    }));
    shapes.add(shape);
    const year: KeyedYear = { key, entry: soundMembers(value, shape, at), at };
    rules.add(yearFaults(year.entry, at)).add(calendarFaults(year, updatedAt));
  }
  const years = shapes.count === 0 ? ordered.map(({ key, value }) => [key, value]) : [];
  return {
    years: Object.fromEntries(years) as Record<string, SalaryYear>,
    faults: new FaultList().add(shapes).add(rules).add(continuityFaults(keys.toSorted(), placeOf)),
  };
};

/**
 * The members that the schema has no word against, so that one wrong member does not hide what the
 * rules find in the others.
 */
const soundMembers = (value: unknown, faults: readonly Fault[], at: Place): YearDraft => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const unsound = new Set(faults.map(({ path }) => path.slice(at.path.length).split('/')[1]));
  return Object.fromEntries(Object.entries(value).filter(([member]) => !unsound.has(member)));
};

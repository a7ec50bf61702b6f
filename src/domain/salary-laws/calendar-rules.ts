import type { CalendarDay, IsoDate } from './calendar-day.ts';
import type { Fault, Place } from './fault.ts';
import { dayAfter, jalaliOf } from './jalali-day.ts';
import type { YearDraft } from './year-rules.ts';

/** A year's entry and where it was read. `key` is the year that its file or map key names. */
export interface KeyedYear {
  readonly key: string;
  readonly entry: YearDraft;
  readonly at: Place;
}

/**
 * Rules of the calendar: the entry's year is its key, both calendars name the same day, the entry
 * covers its whole Jalali year, and nothing claims to have been checked after the dataset changed.
 */
export const calendarFaults = ({ key, entry, at }: KeyedYear, updatedAt?: IsoDate): Fault[] => {
  const faults: Fault[] = [];
  if (entry.year !== undefined && String(entry.year) !== key) {
    faults.push({
      file: at.file,
      path: `${at.path}/year`,
      value: entry.year,
      expected: `${key}, the year that its ${at.path === '' ? 'file name' : 'key'} says`,
    });
  }
  const { effectiveFrom: from, effectiveTo: to } = entry;
  if (from) {
    faults.push(...dayFaults(from, `${at.path}/effectiveFrom`, at.file));
    if (from.jalali !== `${key}-01-01`) {
      faults.push({
        file: at.file,
        path: `${at.path}/effectiveFrom/jalali`,
        value: from.jalali,
        expected: `${key}-01-01, the first day of the year`,
      });
    }
  }
  if (to) {
    faults.push(...dayFaults(to, `${at.path}/effectiveTo`, at.file));
    const next = dayAfter(to.gregorian);
    if (next === undefined || jalaliOf(next) !== `${Number(key) + 1}-01-01`) {
      faults.push({
        file: at.file,
        path: `${at.path}/effectiveTo/gregorian`,
        value: to.gregorian,
        expected: `the last day of ${key}`,
      });
    }
  }
  return [...faults, ...provenanceFaults(entry, at, updatedAt)];
};

const dayFaults = (day: CalendarDay, path: string, file: string): Fault[] => {
  const jalali = jalaliOf(day.gregorian);
  return jalali === day.jalali
    ? []
    : [
        {
          file,
          path: `${path}/jalali`,
          value: day.jalali,
          expected: `${jalali}, the same day as ${day.gregorian}`,
        },
      ];
};

const provenanceFaults = (entry: YearDraft, at: Place, updatedAt?: IsoDate): Fault[] =>
  Object.entries(entry.provenance ?? {}).flatMap(([member, provenance]) => {
    const path = `${at.path}/provenance/${member}`;
    const { date, lastCheckedOn } = provenance;
    return [
      ...(date ? dayFaults(date, `${path}/date`, at.file) : []),
      ...(updatedAt !== undefined && lastCheckedOn > updatedAt
        ? [
            {
              file: at.file,
              path: `${path}/lastCheckedOn`,
              value: lastCheckedOn,
              expected: `no day after the dataset's own updatedAt, ${updatedAt}`,
            },
          ]
        : []),
    ];
  });

/** Years follow each other without a gap. */
export const continuityFaults = (
  keys: readonly string[],
  fileOf: (key: string) => Place,
): Fault[] =>
  keys.slice(1).flatMap((key, index) => {
    const before = Number(keys[index]);
    if (Number(key) === before + 1) return [];
    return range(before + 1, Number(key)).map((year) => ({
      ...fileOf(String(year)),
      expected: `the year ${year}, since ${before} and ${key} are there`,
    }));
  });

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

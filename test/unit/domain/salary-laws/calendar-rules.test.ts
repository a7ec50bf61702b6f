import { describe, expect, test } from '@jest/globals';
import {
  calendarFaults,
  continuityFaults,
} from '../../../../src/domain/salary-laws/calendar-rules.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import type { YearDraft } from '../../../../src/domain/salary-laws/year-rules.ts';
import { repositoryYear } from '../../../support/salary-laws/dataset-files.ts';

const AT = { file: 'years/1403.json', path: '' };
const YEAR = repositoryYear(1403);
const lines = (entry: YearDraft, updatedAt?: string): string[] =>
  calendarFaults({ key: '1403', entry, at: AT }, updatedAt).map(faultLine);

describe('the calendar of a year', () => {
  test.each([1400, 1401, 1402, 1403, 1404, 1405])('of %i is sound as it stands', (year) => {
    expect(calendarFaults({ key: String(year), entry: repositoryYear(year), at: AT })).toEqual([]);
  });

  test('names a year that is not its file', () => {
    expect(lines({ year: 1404 })).toEqual([
      'years/1403.json /year: found 1404, expected 1403, the year that its file name says',
    ]);
  });

  test('names a first day that is another day', () => {
    const effectiveFrom = { jalali: '1403-01-01', gregorian: '2024-03-21' };
    expect(lines({ effectiveFrom })).toEqual([
      'years/1403.json /effectiveFrom/jalali: found "1403-01-01", expected 1403-01-02, the same day as 2024-03-21',
    ]);
  });

  test('names a first day that is not 1 Farvardin', () => {
    const effectiveFrom = { jalali: '1403-01-02', gregorian: '2024-03-21' };
    expect(lines({ effectiveFrom })).toEqual([
      'years/1403.json /effectiveFrom/jalali: found "1403-01-02", expected 1403-01-01, the first day of the year',
    ]);
  });

  test('names a last day that forgets the leap day', () => {
    const effectiveTo = { jalali: '1403-12-29', gregorian: '2025-03-19' };
    expect(lines({ effectiveTo })).toEqual([
      'years/1403.json /effectiveTo/gregorian: found "2025-03-19", expected the last day of 1403',
    ]);
  });

  test('names an instrument dated differently in the two calendars', () => {
    const { housingAllowance } = YEAR.provenance;
    if (!housingAllowance) throw new Error('no provenance');
    const date = { jalali: '1402-01-16', gregorian: '2023-04-06' };
    expect(lines({ provenance: { housingAllowance: { ...housingAllowance, date } } })).toEqual([
      'years/1403.json /provenance/housingAllowance/date/jalali: found "1402-01-16", expected 1402-01-17, the same day as 2023-04-06',
    ]);
  });

  test('names a check that is dated after the dataset', () => {
    const { minimumWage } = YEAR.provenance;
    expect(lines({ provenance: YEAR.provenance }, '2024-01-01')).toContain(
      `years/1403.json /provenance/minimumWage/lastCheckedOn: found "${minimumWage?.lastCheckedOn}", ` +
        "expected no day after the dataset's own updatedAt, 2024-01-01",
    );
  });
});

test('every year that is missing in between is named', () => {
  const place = (key: string) => ({ file: `years/${key}.json`, path: '' });
  expect(continuityFaults(['1400', '1401', '1404'], place).map(faultLine)).toEqual([
    'years/1402.json: expected the year 1402, since 1401 and 1404 are there',
    'years/1403.json: expected the year 1403, since 1401 and 1404 are there',
  ]);
});

import { describe, expect, test } from '@jest/globals';
import type { SalaryYear, ValidSalaryLaws } from '../../../../src/domain/salary-laws/dataset.ts';
import { difference, isEmpty } from '../../../../src/domain/salary-laws/difference.ts';
import { repositoryYear } from '../../../support/salary-laws/dataset-files.ts';

const laws = (...entries: SalaryYear[]): ValidSalaryLaws => ({
  version: '1',
  updatedAt: '2027-01-01',
  source: 's',
  years: Object.fromEntries(entries.map((entry) => [entry.year, entry])),
});

const year = repositoryYear(1405);
const before = laws(repositoryYear(1404), year);

describe('the difference', () => {
  test('of a dataset and itself is empty, whatever its version', () => {
    expect(isEmpty(difference(before, { ...before, version: '2', updatedAt: '2027-02-01' }))).toBe(
      true,
    );
  });

  test('names each value that changed', () => {
    const after = laws(repositoryYear(1404), { ...year, foodAllowance: 1, weeklyHours: 40 });
    expect(difference(before, after).values).toEqual([
      { year: '1405', member: 'foodAllowance', before: 22_000_000, after: 1 },
      { year: '1405', member: 'weeklyHours', before: 44, after: 40 },
    ]);
  });

  test('names years that came and went', () => {
    const found = difference(before, laws(year, repositoryYear(1400)));
    expect(found.yearsAdded).toEqual(['1400']);
    expect(found.yearsRemoved).toEqual(['1404']);
  });

  test('tells a restated reference apart from a changed value', () => {
    const { foodAllowance } = year.provenance;
    if (!foodAllowance) throw new Error('no provenance');
    const restated = { ...foodAllowance, lastCheckedOn: '2027-01-01' };
    const after = laws(repositoryYear(1404), {
      ...year,
      provenance: { ...year.provenance, foodAllowance: restated },
    });
    const found = difference(before, after);
    expect(found.values).toEqual([]);
    expect(found.provenance).toEqual([{ year: '1405', member: 'foodAllowance' }]);
    expect(isEmpty(found)).toBe(false);
  });

  test('names what else differs', () => {
    const after = {
      ...laws(repositoryYear(1404), { ...year, calendar: 'solar-hijri' }),
      source: 't',
    };
    expect(difference(before, after).other).toEqual(['source']);
  });
});

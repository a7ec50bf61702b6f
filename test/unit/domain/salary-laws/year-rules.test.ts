import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import { yearFaults } from '../../../../src/domain/salary-laws/year-rules.ts';
import { repositoryYear } from '../../../support/salary-laws/dataset-files.ts';

const AT = { file: 'f', path: '' };
const YEARS = [1400, 1401, 1402, 1403, 1404, 1405];

describe('the rules between the members of a year', () => {
  test.each(YEARS)('hold in %i', (year) => {
    expect(yearFaults(repositoryYear(year), AT)).toEqual([]);
  });

  test('find any change of a value that another one fixes', () => {
    const bound = fc.constantFrom(
      'minimumWage',
      'minimumWageDaily',
      'childAllowance',
      'maxInsurableDailyWage',
      'seniorityDaily',
      'taxExemption',
    );
    fc.assert(
      fc.property(fc.constantFrom(...YEARS), bound, fc.integer(), (year, member, by) => {
        fc.pre(by !== 0);
        const entry = repositoryYear(year);
        expect(yearFaults({ ...entry, [member]: Number(entry[member]) + by }, AT)).not.toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('name what was expected and why', () => {
    const entry = { ...repositoryYear(1405), seniorityDaily: 166_666 };
    expect(yearFaults(entry, AT).map(faultLine)).toEqual([
      'f /seniorityDaily: found 166666, expected 166667, seniorityMonthly ÷ 30, rounded',
    ]);
  });

  test('say nothing of members that are not there', () => {
    expect(yearFaults({}, AT)).toEqual([]);
  });
});

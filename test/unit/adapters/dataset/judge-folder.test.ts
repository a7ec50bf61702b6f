import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import {
  edited,
  type Files,
  judge,
  publicationOf,
  repositoryFiles,
  resealed,
} from '../../../support/salary-laws/dataset-files.ts';
import { mutants } from '../../../support/salary-laws/mutations.ts';

const files = repositoryFiles();
const published = publicationOf(files);

const faultsOf = (broken: Files): string[] => {
  const judgement = judge(broken);
  return judgement.sound ? [] : judgement.faults.kept.map(faultLine);
};

/** Where each digit of the dataset stands. */
const digits = [...files].flatMap(([name, text]) =>
  [...text.matchAll(/\d/g)].map((match) => ({ name, index: match.index })),
);

const withDigit = (name: string, index: number, step: number): Files => {
  const text = files.get(name) ?? '';
  const digit = (Number(text[index]) + step) % 10;
  return new Map([...files, [name, `${text.slice(0, index)}${digit}${text.slice(index + 1)}`]]);
};

const shuffled = (value: unknown, order: readonly number[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member], index) => ({
    key,
    member: shuffled(member, order),
    rank: order[index % order.length] ?? 0,
  }));
  members.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(members.map(({ key, member }) => [key, member]));
};

describe('the dataset of this repository', () => {
  test('is sound and covers 1400 to 1405', () => {
    expect(faultsOf(files)).toEqual([]);
    expect(Object.keys(published.laws.years)).toEqual([
      '1400',
      '1401',
      '1402',
      '1403',
      '1404',
      '1405',
    ]);
  });

  test('publishes the members of the contract, in its order', () => {
    expect(Object.keys(JSON.parse(published.body))).toEqual([
      'version',
      'updatedAt',
      'source',
      'region',
      'years',
    ]);
    for (const entry of Object.values(published.laws.years)) {
      expect(Object.keys(entry).slice(0, 7)).toEqual([
        'year',
        'minimumWage',
        'taxExemption',
        'insuranceRate',
        'housingAllowance',
        'foodAllowance',
        'taxBrackets',
      ]);
    }
  });
});

describe('any single digit', () => {
  test('that changes without a release is named, with its file', () => {
    fc.assert(
      fc.property(fc.nat(digits.length - 1), fc.integer({ min: 1, max: 9 }), (which, step) => {
        const { name, index } = digits[which] ?? { name: '', index: 0 };
        const judgement = judge(withDigit(name, index, step));
        expect(judgement.sound ? [] : judgement.faults.kept.map(({ file }) => file)).toContain(
          name,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('of a year that is released anew changes revision and Last-Modified, or is named', () => {
    const before = publicationOf(resealed(files, '1405.7', published.publishedAt + 1000));
    const inYears = digits.filter(({ name }) => name.startsWith('years/'));
    fc.assert(
      fc.property(fc.nat(inYears.length - 1), fc.integer({ min: 1, max: 9 }), (which, step) => {
        const { name, index } = inYears[which] ?? { name: '', index: 0 };
        const changed = withDigit(name, index, step);
        fc.pre(isJson(changed.get(name)));
        const judgement = judge(resealed(changed, '1405.8', published.publishedAt + 2000));
        if (!judgement.sound) return judgement.faults.kept.every(({ file }) => file !== '');
        const after = judgement.folder.published;
        return after.revision !== before.revision && after.publishedAt > before.publishedAt;
      }),
      { numRuns: 150 },
    );
  });

  test('moves the revision by itself, with version and dates as they were', () => {
    const at = published.publishedAt + 1000;
    const before = publicationOf(resealed(files, '1405.7', at));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 22_000_000 }), (step) => {
        const changed = edited<{ foodAllowance: number }>(files, 'years/1403.json', (year) => {
          year.foodAllowance += step;
        });
        const after = publicationOf(resealed(changed, '1405.7', at));
        return (after.revision === before.revision) === (step === 0);
      }),
      { numRuns: 60 },
    );
  });
});

const isJson = (text: string | undefined): boolean => {
  try {
    JSON.parse(text ?? '');
    return true;
  } catch {
    return false;
  }
};

describe('a file with more faults than anybody reads', () => {
  const year = JSON.parse(files.get('years/1405.json') ?? '');
  const withText = (text: string): Files => new Map([...files, ['years/1405.json', text]]);

  test.each<[string, string]>([
    ['149,000 members of one name', `{${'"a":0,'.repeat(149_000)}"a":0}`],
    [
      '100,000 members that nobody knows',
      `{${Array.from({ length: 100_000 }, (_, n) => `"x${n}":0`).join()}}`,
    ],
    ['100,000 numbers in another form', `{"a":[${'0.0,'.repeat(100_000)}0]}`],
  ])('%s: the first are told, and the others counted', (_, text) => {
    const judgement = judge(withText(text));
    if (judgement.sound) throw new Error('sound');
    const { kept, count } = judgement.faults;
    expect(count).toBeGreaterThan(99_000);
    expect(kept.length).toBeLessThan(30);
    expect(kept[0]?.file).toBe('years/1405.json');
  });

  test.each<[string, string]>([
    ['name', JSON.stringify({ ...year, ['x'.repeat(900_000)]: 1 })],
    ['value', JSON.stringify({ ...year, currency: 'x'.repeat(900_000) })],
    ['number', JSON.stringify(year).replace('"year":1405', `"year":1405.${'0'.repeat(900_000)}`)],
  ])('a %s of 900 KB is told in a line that can be read', (_, text) => {
    const lines = faultsOf(withText(text));
    expect(lines[0]).toContain('years/1405.json /');
    for (const line of lines) expect(line.length).toBeLessThan(700);
  });
});

describe('layout', () => {
  test('and order of members never move the revision', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 2, 4, '\t'),
        fc.boolean(),
        fc.array(fc.nat(), { minLength: 3, maxLength: 30 }),
        (indent, crlf, order) => {
          const laidOut = new Map(
            [...files].map(([name, text]) => {
              const parsed: unknown = JSON.parse(text);
              const value = name.startsWith('releases/') ? parsed : shuffled(parsed, order);
              const written = `${JSON.stringify(value, null, indent)}\n`;
              return [name, crlf ? written.replaceAll('\n', '\r\n') : written];
            }),
          );
          const after = publicationOf(laidOut);
          return after.body === published.body && after.publishedAt === published.publishedAt;
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a broken dataset', () => {
  test('is refused with file and path, three hundred times', () => {
    for (const { how, files: broken } of fc.sample(mutants(files), { numRuns: 300, seed: 1405 })) {
      const judgement = judge(broken);
      expect({ how, sound: judgement.sound }).toEqual({ how, sound: false });
      if (judgement.sound) continue;
      expect(judgement.faults.count).toBeGreaterThan(0);
      for (const fault of judgement.faults.kept) {
        expect(fault.file).toMatch(/^(\.\/|years|manifest\.json|notes\.txt|(years|releases)\/.+)$/);
        expect(fault.path).toMatch(/^(\/.*)?$/);
        expect(faultLine(fault)).toContain(fault.file);
      }
    }
  });

  test.each([
    [
      'a first bracket that disagrees with the exemption',
      'taxExemption',
      39_999_999,
      'years/1400.json /taxBrackets/0/upTo: found 40000000, expected taxExemption, 39999999',
    ],
    [
      'a wage that is not 30 times the daily one',
      'minimumWage',
      26_554_951,
      'years/1400.json /minimumWage: found 26554951, expected 26554950, 30 × minimumWageDaily',
    ],
    [
      'a child allowance that is not 3 times the daily wage',
      'childAllowance',
      2_655_496,
      'years/1400.json /childAllowance: found 2655496, expected 2655495, 3 × minimumWageDaily',
    ],
    [
      'a rate above 1',
      'insuranceRate',
      7,
      'years/1400.json /insuranceRate: found 7, expected at most 1',
    ],
    [
      'a number in quotes',
      'foodAllowance',
      '6000000',
      'years/1400.json /foodAllowance: found "6000000", expected a value of type integer',
    ],
    [
      'a member that nobody knows',
      'bonus',
      1,
      'years/1400.json /bonus: found 1, expected no member of this name',
    ],
    [
      'a year that is not its file',
      'year',
      1401,
      'years/1400.json /year: found 1401, expected 1400, the year that its file name says',
    ],
  ])('%s is named', (_, member, value, line) => {
    const broken = edited<Record<string, unknown>>(files, 'years/1400.json', (year) => {
      year[member] = value;
    });
    expect(faultsOf(broken)).toContain(line);
  });

  test('tells all its faults at once', () => {
    const one = edited<Record<string, unknown>>(files, 'years/1402.json', (year) => {
      year.insuranceRate = 2;
      year.minimumWage = 5;
      delete year.foodAllowance;
    });
    const broken = edited<Record<string, unknown>>(one, 'manifest.json', (manifest) => {
      manifest.updatedAt = '2026-13-01';
    });
    expect(faultsOf(broken)).toEqual([
      'manifest.json /updatedAt: found "2026-13-01", expected text of format date',
      'years/1402.json /foodAllowance: expected this member, which is missing',
      'years/1402.json /insuranceRate: found 2, expected at most 1',
      'years/1402.json /minimumWage: found 5, expected 53082840, 30 × minimumWageDaily',
    ]);
  });

  test.each(['2026-12-31T23:59:60Z', '2026-12-31T24:00:00Z', '2026-02-30T10:00:00Z'])(
    'dated %s, which is no instant, is refused in its manifest and in its records',
    (publishedAt) => {
      for (const name of ['manifest.json', `releases/${published.laws.version}.json`]) {
        const broken = edited<Record<string, unknown>>(files, name, (value) => {
          value.publishedAt = publishedAt;
        });
        expect(faultsOf(broken)).toContainEqual(
          expect.stringContaining(`${name} /publishedAt: found "${publishedAt}", expected `),
        );
      }
    },
  );

  test('with a year missing in between names the missing file', () => {
    const broken = new Map([...files].filter(([name]) => name !== 'years/1403.json'));
    expect(faultsOf(broken)).toContain(
      'years/1403.json: expected the year 1403, since 1402 and 1404 are there',
    );
  });

  test('content changed and sealed anew under a released version is refused from the start', () => {
    const changed = edited<{ foodAllowance: number }>(files, 'years/1405.json', (year) => {
      year.foodAllowance = 23_000_000;
    });
    const { version } = published.laws;
    const sealed = new Map([...files, ...resealed(changed, version, published.publishedAt)]);
    expect(faultsOf(sealed)).toEqual([
      'years/1405.json /foodAllowance: found 23000000, expected 22000000, as released in ' +
        `${version}; a change needs a new version`,
    ]);
  });
});

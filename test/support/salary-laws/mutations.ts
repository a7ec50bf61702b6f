import fc from 'fast-check';
import type { Files } from './dataset-files.ts';

/** One way to break a dataset, and the broken files. */
export interface Mutant {
  readonly how: string;
  readonly files: Files;
}

type Json = Record<string, unknown>;

/** Ways to break the text of a file. `at` is a number from 0 to 1. */
const TEXT_MUTATIONS: readonly [string, (text: string, at: number) => string][] = [
  ['truncate', (text, at) => text.slice(0, Math.floor(at * (text.trimEnd().length - 1)))],
  ['prepend a byte order mark', (text) => `\uFEFF${text}`],
  ['append a second value', (text) => `${text}{}`],
  ['write HTML', () => '<!doctype html><title>502 Bad Gateway</title>'],
  ['comment', (text) => `// 1405\n${text}`],
  ['trailing comma', (text) => text.replace(/\}\s*$/, ',}')],
  ['duplicate the first member', (text) => text.replace(/^\{(\s*"[^"]+": "[^"]*",)/, '{$1$1')],
  ['nest without end', () => '['.repeat(200_000)],
  ['an array instead', (text) => `[${text}]`],
  ['null instead', () => 'null'],
];

/** Ways to break one value of a year; most are sound JSON of the wrong meaning. */
const VALUE_MUTATIONS: readonly [string, unknown][] = [
  ['"NaN"', 'NaN'],
  ['a string of digits', '5500000'],
  ['zero amount', -0.5],
  ['negative', -1],
  ['beyond any wage', 1e15],
  ['true', true],
  ['an object', {}],
  ['an empty array', []],
  ['an empty text', ''],
];

const pick = <T>(list: readonly T[], at: number): T => {
  const item = list[Math.min(list.length - 1, Math.floor(at * list.length))];
  if (item === undefined) throw new Error('empty list');
  return item;
};

const withText = (files: Files, name: string, text: string): Files =>
  new Map([...files, [name, text]]);

const withMember = (files: Files, name: string, edit: (value: Json) => void): Files => {
  const value = JSON.parse(files.get(name) ?? '{}');
  edit(value);
  return withText(files, name, JSON.stringify(value, null, 2));
};

/** Datasets that are broken in one of many ways. */
export const mutants = (files: Files): fc.Arbitrary<Mutant> => {
  const names = [...files.keys()];
  const years = names.filter((name) => name.startsWith('years/'));
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const anyFile = fc.constantFrom(...names);
  const yearFile = fc.constantFrom(...years);
  const membersOf = (name: string): string[] =>
    Object.keys(JSON.parse(files.get(name) ?? '{}')).filter((member) => member !== '$schema');

  const text = fc
    .record({ name: anyFile, way: fc.constantFrom(...TEXT_MUTATIONS), at: unit })
    .map(({ name, way: [how, change], at }) => ({
      how: `${how} in ${name}`,
      files: withText(files, name, change(files.get(name) ?? '', at)),
    }));
  const value = fc
    .record({ name: yearFile, at: unit, way: fc.constantFrom(...VALUE_MUTATIONS) })
    .map(({ name, at, way: [how, wrong] }) => {
      const member = pick(membersOf(name), at);
      return {
        how: `${how} as ${member} in ${name}`,
        files: withMember(files, name, (entry) => {
          entry[member] = wrong;
        }),
      };
    });
  const removed = fc.record({ name: anyFile, at: unit }).map(({ name, at }) => {
    const required = membersOf(name).filter((member) => member !== 'region');
    const member = pick(required, at);
    return {
      how: `no ${member} in ${name}`,
      files: withMember(files, name, (entry) => {
        delete entry[member];
      }),
    };
  });
  const renamed = fc.record({ name: yearFile, at: unit }).map(({ name, at }) => {
    const member = pick(membersOf(name), at);
    return {
      how: `${member} misspelt in ${name}`,
      files: withMember(files, name, (entry) => {
        entry[`${member}s`] = entry[member];
        delete entry[member];
      }),
    };
  });
  const amount = fc.record({ name: yearFile, at: unit, by: fc.integer({ min: 1, max: 1e6 }) });
  const shifted = amount.map(({ name, at, by }) => {
    const entry = JSON.parse(files.get(name) ?? '{}');
    const member = pick(
      membersOf(name).filter((each) => typeof entry[each] === 'number'),
      at,
    );
    return {
      how: `${member} more by ${by} in ${name}`,
      files: withMember(files, name, (year) => {
        year[member] = Number(year[member]) + by;
      }),
    };
  });
  const brackets = fc.record({ name: yearFile, at: unit }).map(({ name, at }) => ({
    how: `brackets out of order in ${name}`,
    files: withMember(files, name, (entry) => {
      const list = entry.taxBrackets as unknown[];
      const index = Math.floor(at * (list.length - 1));
      [list[index], list[index + 1]] = [list[index + 1], list[index]];
    }),
  }));
  const missing = fc
    .constantFrom('manifest.json', ...years.slice(1, -1), ...names.filter((n) => /^rel/.test(n)))
    .map((name) => ({
      how: `no ${name}`,
      files: new Map([...files].filter(([each]) => each !== name)),
    }))
    // Without any record of a release a folder is sound; only a missing own record is a fault.
    .filter(({ how }) => !how.startsWith('no releases/'));
  const extra = fc
    .constantFrom('years/1405 (copy).json', 'notes.txt', 'years/1500.json', 'years/readme.md')
    .map((name) => ({ how: `also ${name}`, files: withText(files, name, '{}') }));
  return fc.oneof(text, value, removed, renamed, shifted, brackets, missing, extra);
};

import type { ValidSalaryLaws } from './dataset.ts';
import { type Fault, shown } from './fault.ts';

/** The files that a dataset's content comes from, as faults name them. */
export interface ContentFiles {
  readonly manifest: string;
  yearOf(year: string): string;
}

/**
 * Each value in which content differs from the version it claims to be, told where it stands: the
 * digest alone would say that something was altered, and leave the search to the reader.
 */
export const alterations = (
  released: ValidSalaryLaws,
  found: ValidSalaryLaws,
  files: ContentFiles,
): Fault[] => {
  const { years: releasedYears, ...releasedHead } = released;
  const { years: foundYears, ...foundHead } = found;
  const expectedOf = (value: unknown): string =>
    value === undefined
      ? `nothing here, as released in ${released.version}`
      : `${shown(value)}, as released in ${released.version}`;
  const faults = (file: string, before: unknown, after: unknown): Fault[] =>
    leaves(before, after, '').map(({ path, before: was, after: value }) => ({
      file,
      path,
      value,
      expected: `${expectedOf(was)}; a change needs a new version`,
    }));
  const years = new Set([...Object.keys(releasedYears), ...Object.keys(foundYears)]);
  return [
    ...faults(files.manifest, releasedHead, foundHead),
    ...[...years].flatMap((year) =>
      faults(files.yearOf(year), releasedYears[year], foundYears[year]),
    ),
  ];
};

interface Leaf {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const leaves = (before: unknown, after: unknown, path: string): Leaf[] => {
  if (!isTree(before) || !isTree(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => leaves(before[key], after[key], `${path}/${key}`));
};

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

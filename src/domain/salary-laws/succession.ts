import type { PublishedSalaryLaws } from './dataset.ts';
import type { Fault } from './fault.ts';
import { instantText } from './seal.ts';
import { compareVersions } from './version-label.ts';

/**
 * What a dataset may do to the one before it:
 * `same` it is the same; `follows` it is a later version; `precedes` it is a sound earlier version,
 * which never replaces a later one; `breaks` it is at odds with it.
 */
export type Succession =
  | { readonly relation: 'same' | 'follows' | 'precedes' }
  | { readonly relation: 'breaks'; readonly faults: readonly Fault[] };

/**
 * The rules: one version never means two contents; a later version is published and dated later,
 * so that `Last-Modified` grows with every version, even within a day.
 * @param file the file that names the version, for the faults.
 */
export const succession = (
  before: PublishedSalaryLaws,
  after: PublishedSalaryLaws,
  file: string,
): Succession => {
  const order = compareVersions(after.laws.version, before.laws.version);
  if (order < 0) return { relation: 'precedes' };
  const faults = order === 0 ? sameVersion(before, after, file) : later(before, after, file);
  if (faults.length > 0) return { relation: 'breaks', faults };
  return { relation: order === 0 ? 'same' : 'follows' };
};

const sameVersion = (
  before: PublishedSalaryLaws,
  after: PublishedSalaryLaws,
  file: string,
): Fault[] => {
  if (after.revision === before.revision && after.publishedAt === before.publishedAt) return [];
  const what = after.revision === before.revision ? 'publication time' : 'content';
  return [
    {
      file,
      path: '/version',
      value: after.laws.version,
      expected: `a version after ${before.laws.version}, since the ${what} has changed`,
    },
  ];
};

const later = (before: PublishedSalaryLaws, after: PublishedSalaryLaws, file: string): Fault[] => {
  const faults: Fault[] = [];
  if (after.publishedAt <= before.publishedAt) {
    faults.push({
      file,
      path: '/publishedAt',
      value: instantText(after.publishedAt),
      expected: `a time after that of version ${before.laws.version}, ${instantText(before.publishedAt)}`,
    });
  }
  if (after.laws.updatedAt < before.laws.updatedAt) {
    faults.push({
      file,
      path: '/updatedAt',
      value: after.laws.updatedAt,
      expected: `${before.laws.updatedAt} or later, the day of version ${before.laws.version}`,
    });
  }
  return faults;
};

/** Clocks and time zones are this wrong at times; beyond it a date is taken for a slip of the pen. */
const MAX_AHEAD_MS = 86_400_000;

/**
 * A version from the far future is refused however sound it is: every true one would come before
 * it, so that none could replace it. `now` is no part of the words, since they are to stay the same
 * from one reading to the next.
 * @param now Unix ms.
 */
export const aheadFaults = (
  { publishedAt }: PublishedSalaryLaws,
  now: number,
  file: string,
): Fault[] =>
  publishedAt <= now + MAX_AHEAD_MS
    ? []
    : [
        {
          file,
          path: '/publishedAt',
          value: instantText(publishedAt),
          expected: "a time at most a day ahead of this machine's clock",
        },
      ];

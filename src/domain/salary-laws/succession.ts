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
 * What a dataset may do to the one in service. A version from the far future, which came in because
 * there was no other, gives way to the same or a later one that is of our time.
 * @param now Unix ms.
 */
export const succession = (
  before: PublishedSalaryLaws,
  after: PublishedSalaryLaws,
  file: string,
  now: number,
): Succession => {
  const isMended = isFarAhead(before, now) && !isFarAhead(after, now);
  if (isMended && compareVersions(after.laws.version, before.laws.version) >= 0) {
    return { relation: 'follows' };
  }
  return inOrder(before, after, file);
};

/**
 * The rules: one version never means two contents; a later version is published and dated later,
 * so that `Last-Modified` grows with every version, even within a day.
 * @param file the file that names the version, for the faults.
 */
const inOrder = (
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

const isFarAhead = ({ publishedAt }: PublishedSalaryLaws, now: number): boolean =>
  publishedAt > now + MAX_AHEAD_MS;

/**
 * A version from the far future is refused however sound it is: every true one would come before it.
 * Not so where there is nothing better, since it may be this machine's clock that is behind. `now` is
 * no part of the words, which are to stay the same from one reading to the next.
 * @param held what is in service; it may be the one that is offered.
 * @param now Unix ms.
 */
export const aheadFaults = (
  held: PublishedSalaryLaws | undefined,
  offered: PublishedSalaryLaws,
  now: number,
  file: string,
): Fault[] =>
  held === undefined || held === offered || isFarAhead(held, now) || !isFarAhead(offered, now)
    ? []
    : [
        {
          file,
          path: '/publishedAt',
          value: instantText(offered.publishedAt),
          expected: "a time at most a day ahead of this machine's clock",
        },
      ];

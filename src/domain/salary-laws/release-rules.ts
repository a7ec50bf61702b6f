import type { Digest } from '../ports/dataset-digest.ts';
import { alterations, type ContentFiles } from './alteration.ts';
import type { ValidSalaryLaws } from './dataset.ts';
import type { Fault } from './fault.ts';
import type { Manifest, ReleaseRecord } from './manifest.ts';
import { instantOf, seal } from './seal.ts';
import { compareVersions } from './version-label.ts';

/** A record of a release says what it says for ever: its name, its seal and its content agree. */
export const recordFaults = (
  record: ReleaseRecord,
  version: string,
  file: string,
  digest: Digest,
): Fault[] => {
  const faults: Fault[] = [];
  if (record.laws.version !== version) {
    faults.push({
      file,
      path: '/laws/version',
      value: record.laws.version,
      expected: `${version}, the version that the file name says`,
    });
  }
  if (instantOf(record.publishedAt) === undefined) {
    faults.push(noInstant(file, record.publishedAt));
  }
  const wanted = seal(JSON.stringify(record.laws), record.publishedAt, digest);
  if (record.contentDigest !== wanted) {
    faults.push({
      file,
      path: '/contentDigest',
      value: record.contentDigest,
      expected: `${wanted}, the digest of what the record holds: a released version never changes`,
    });
  }
  return faults;
};

/** Everything that is dated by it would be dated by nothing: `NaN` is neither before nor after. */
export const noInstant = (file: string, publishedAt: string): Fault => ({
  file,
  path: '/publishedAt',
  value: publishedAt,
  expected: 'an instant, such as 2027-01-31T09:30:00Z; there is no second 60',
});

export interface Publication {
  readonly manifest: Manifest;
  /** What the folder really holds, in canonical order. */
  readonly laws: ValidSalaryLaws;
  /** The seal of what the folder really holds. */
  readonly seal: string;
  readonly releases: readonly ReleaseRecord[];
  /** Unix ms; without it, publication in the future is not looked for. */
  readonly now?: number;
}

/** How far clocks may differ between the machine that releases and the one that serves. */
const CLOCK_SKEW_MS = 300_000;

/**
 * A folder proves by itself, even to a process that has just started, that its content belongs to
 * its version: the seal matches, and where records of releases are kept, they agree and time runs
 * forward. Records of later versions than the manifest's are left by an interrupted release, and
 * say nothing yet.
 *
 * A version that was raised by hand, past every record, need not be sealed: it is new, so no seal
 * can speak against its content. One that is left over from the version before says nothing, but
 * only the record of that version tells it from a seal that is broken.
 */
export const publicationFaults = (
  { manifest, laws: content, seal: found, releases, now }: Publication,
  files: ContentFiles & { releaseOf(version: string): string },
): Fault[] => {
  const faults: Fault[] = [];
  const fault = (member: keyof Manifest, expected: string): void => {
    faults.push({
      file: files.manifest,
      path: `/${member}`,
      value: manifest[member],
      expected,
    });
  };
  const byHand = isRaisedByHand(manifest, releases);
  if (!byHand && manifest.contentDigest !== found) {
    fault(
      'contentDigest',
      `${found}, the digest of the content: changes need a new version, and one that is raised by ` +
        'hand needs no contentDigest',
    );
  }
  const published = Date.parse(manifest.publishedAt);
  if (now !== undefined && published > now + CLOCK_SKEW_MS)
    fault('publishedAt', 'no time in the future');
  if (manifest.publishedAt.slice(0, 10) < manifest.updatedAt) {
    fault('publishedAt', `a time on or after updatedAt, ${manifest.updatedAt}`);
  }
  if (releases.length === 0) return faults;

  const own = releases.find(({ laws }) => laws.version === manifest.version);
  if (!own && !byHand) {
    faults.push({
      file: files.releaseOf(manifest.version),
      path: '',
      expected: `the record of version ${manifest.version}, which is missing`,
    });
  } else if (own && own.contentDigest !== found) {
    faults.push(...alterations(own.laws, content, files));
    if (own.publishedAt !== manifest.publishedAt) {
      fault('publishedAt', `${own.publishedAt}, as released in ${manifest.version}`);
    }
  }
  return [...faults, ...orderFaults(manifest, releases, files.manifest)];
};

/** Time runs forward with the versions. */
const orderFaults = (
  manifest: Manifest,
  releases: readonly ReleaseRecord[],
  file: string,
): Fault[] => {
  const faults: Fault[] = [];
  const fault = (member: 'publishedAt' | 'updatedAt', expected: string): void => {
    faults.push({ file, path: `/${member}`, value: manifest[member], expected });
  };
  for (const { laws, publishedAt } of releases) {
    if (compareVersions(laws.version, manifest.version) >= 0) continue;
    if (publishedAt >= manifest.publishedAt) {
      fault('publishedAt', `a time after that of version ${laws.version}, ${publishedAt}`);
    }
    if (laws.updatedAt > manifest.updatedAt) {
      fault('updatedAt', `${laws.updatedAt} or later, the day of version ${laws.version}`);
    }
  }
  return faults;
};

/** @param releases in order of version. */
const isRaisedByHand = (manifest: Manifest, releases: readonly ReleaseRecord[]): boolean => {
  const latest = releases.at(-1);
  const isNew = !latest || compareVersions(manifest.version, latest.laws.version) > 0;
  const { contentDigest } = manifest;
  return isNew && (contentDigest === undefined || contentDigest === latest?.contentDigest);
};

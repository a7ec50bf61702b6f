import type { IsoDate } from './calendar-day.ts';
import type { Manifest, ReleaseRecord } from './manifest.ts';
import { compareVersions } from './version-label.ts';

/** The versions that a new one is held against. */
export interface Standing {
  readonly manifest: Manifest;
  /** In order of version. */
  readonly releases: readonly ReleaseRecord[];
}

/**
 * The version that a new label fails to come after; undefined where it comes after all. A manifest
 * that was raised by hand counts like a record: its version may be in service already.
 *
 * A release that was interrupted has left its record past the manifest, and may be done again; but
 * not where other records are past the manifest too, since then it is the manifest that is old.
 */
export const versionNotPassed = (
  version: string,
  { manifest, releases }: Standing,
): string | undefined => {
  const others = othersThan(version, releases).map(({ laws }) => laws.version);
  const latestOther = others.at(-1);
  const isOld = latestOther !== undefined && compareVersions(latestOther, manifest.version) > 0;
  const taken = isOld ? releases.map(({ laws }) => laws.version) : others;
  return [...taken, manifest.version]
    .toSorted(compareVersions)
    .findLast((each) => compareVersions(version, each) <= 0);
};

const SECOND_MS = 1000;

/** Now, in whole seconds, and in any case after every other version and on no earlier day. */
export const releaseInstant = (
  version: string,
  { manifest, releases }: Standing,
  now: number,
): number =>
  Math.max(
    Math.floor(now / SECOND_MS) * SECOND_MS,
    after(manifest.publishedAt, manifest.updatedAt),
    ...othersThan(version, releases).map(({ publishedAt, laws }) =>
      after(publishedAt, laws.updatedAt),
    ),
  );

const after = (publishedAt: string, updatedAt: IsoDate): number =>
  Math.max(Date.parse(publishedAt) + SECOND_MS, Date.parse(updatedAt));

const othersThan = (version: string, releases: readonly ReleaseRecord[]): ReleaseRecord[] =>
  releases.filter(({ laws }) => laws.version !== version);

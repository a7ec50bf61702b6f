import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sizeFaults } from '../../adapters/dataset/folder-files.ts';
import { MANIFEST, releaseFile } from '../../adapters/dataset/judge-folder.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import type { ValidSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import type { Manifest, ReleaseRecord } from '../../domain/salary-laws/manifest.ts';
import { releaseInstant, versionNotPassed } from '../../domain/salary-laws/next-release.ts';
import { publish } from '../../domain/salary-laws/publication.ts';
import { dayOf, instantText, seal } from '../../domain/salary-laws/seal.ts';
import { compareVersions, isVersionLabel } from '../../domain/salary-laws/version-label.ts';
import { withEntry } from './change-log.ts';
import { changesInWords } from './changes.ts';
import { CommandFailure, type Context } from './context.ts';
import { judged, type LoadedFolder, loadFolder } from './load.ts';

const CHANGELOG = 'CHANGELOG.md';

/**
 * Releases what the folder holds as a new version: stamps the manifest, seals the content, keeps a
 * record, and writes the change log. Refuses an unchanged set, and one that the service would not
 * take as it is stamped; until it is sure of that it writes nothing.
 */
export const release = async (context: Context, version: string): Promise<void> => {
  if (!isVersionLabel(version)) {
    throw new CommandFailure(2, `"${version}" is no version label: numbers joined by dots.`);
  }
  const folder = await loadFolder(context, { sealed: false });
  const { manifest, published, releases } = folder;
  const notPassed = versionNotPassed(version, folder);
  if (notPassed !== undefined) {
    throw new CommandFailure(2, `${version} does not come after ${notPassed}.`);
  }
  // A record of a later version than the manifest's was left by an interrupted release.
  const last = releases.findLast(
    ({ laws }) => compareVersions(laws.version, manifest.version) <= 0,
  );
  const changes = last ? changesInWords(last.laws, published.laws) : [firstWords(published.laws)];
  if (changes.length === 0) {
    throw new CommandFailure(1, `Nothing has changed since version ${last?.laws.version}.`);
  }
  const publishedAt = releaseInstant(version, folder, context.now);
  const { record, manifest: stamped, revision } = stamp(folder, version, publishedAt);
  const texts = [
    [releaseFile(version), jsonText({ $schema: '../schema/release.schema.json', ...record })],
    // Last, since it is what a service that watches the folder goes by.
    [MANIFEST, jsonText(stamped)],
  ] as const;
  judgeStamped(context, folder, version, new Map(texts));

  const [recordText, manifestText] = texts;
  const { updatedAt } = stamped;
  const changelog = withEntry(await changelogOf(context), { version, updatedAt, changes });
  await writeWhole(context, ...recordText);
  await writeWhole(context, CHANGELOG, changelog);
  await writeWhole(context, ...manifestText);
  context.print(`Released ${version}, published at ${stamped.publishedAt}, revision ${revision}.`);
};

const firstWords = ({ years }: ValidSalaryLaws): string =>
  `- First release: the years ${Object.keys(years).join(', ')}.`;

interface Stamped {
  readonly manifest: Manifest;
  readonly record: ReleaseRecord;
  readonly revision: string;
}

const stamp = (
  { manifest, published }: LoadedFolder,
  version: string,
  publishedAtMs: number,
): Stamped => {
  const [publishedAt, updatedAt] = [instantText(publishedAtMs), dayOf(publishedAtMs)];
  const content = { ...published.laws, version, updatedAt };
  const { laws, body, revision } = publish(content, publishedAtMs, sha256);
  const contentDigest = seal(body, publishedAt, sha256);
  return {
    manifest: { ...manifest, version, updatedAt, publishedAt, contentDigest },
    record: { publishedAt, contentDigest, laws },
    revision,
  };
};

/** Holds the set as it would lie in the folder against all that the service holds it against. */
const judgeStamped = (
  { now }: Context,
  { texts }: LoadedFolder,
  version: string,
  written: ReadonlyMap<string, string>,
): void => {
  const faults = [...written].flatMap(([file, text]) => sizeFaults(file, Buffer.byteLength(text)));
  judged(
    `As ${version} the dataset`,
    { texts: new Map([...texts, ...written]), faults },
    true,
    now,
  );
};

const changelogOf = async ({ directory }: Context): Promise<string | undefined> => {
  try {
    return await readFile(join(directory, CHANGELOG), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Written beside under a hidden name, which readers pass over, and renamed over. */
const writeWhole = async ({ directory }: Context, file: string, text: string): Promise<void> => {
  const path = join(directory, file);
  const beside = join(dirname(path), `.${basename(path)}.tmp`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(beside, text);
  await rename(beside, path);
};

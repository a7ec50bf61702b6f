import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MANIFEST, releaseFile } from '../../adapters/dataset/judge-folder.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import type { ValidSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import type { Manifest, ReleaseRecord } from '../../domain/salary-laws/manifest.ts';
import { publish } from '../../domain/salary-laws/publication.ts';
import { instantText, seal } from '../../domain/salary-laws/seal.ts';
import { compareVersions, isVersionLabel } from '../../domain/salary-laws/version-label.ts';
import { changesInWords } from './changes.ts';
import { CommandFailure, type Context } from './context.ts';
import { loadFolder } from './load.ts';

const CHANGELOG = 'CHANGELOG.md';
const CHANGELOG_HEAD = `# Changes of the salary laws dataset

Newest first. Amounts are in rial. Every version is kept in \`releases/\`.
`;

/**
 * Releases what the folder holds as a new version: stamps the manifest, seals the content, keeps a
 * record, and writes the change log. Refuses an unsound or unchanged set.
 */
export const release = async (context: Context, version: string): Promise<void> => {
  if (!isVersionLabel(version)) {
    throw new CommandFailure(2, `"${version}" is no version label: numbers joined by dots.`);
  }
  const { manifest, published, releases } = await loadFolder(context, { sealed: false });
  // A record of this or a later version than the manifest's was left by an interrupted release.
  const last = releases.findLast(
    ({ laws }) => compareVersions(laws.version, manifest.version) <= 0,
  );
  if (last && compareVersions(version, last.laws.version) <= 0) {
    throw new CommandFailure(2, `${version} does not come after ${last.laws.version}.`);
  }
  const working = published.laws;
  const changes = last ? changesInWords(last.laws, working) : [firstWords(working)];
  if (changes.length === 0) {
    throw new CommandFailure(1, `Nothing has changed since version ${last?.laws.version}.`);
  }
  const publishedAt = instantText(instantAfter(last, context.now));
  const updatedAt = publishedAt.slice(0, 10);
  const { laws, body, revision } = publish(
    { ...working, version, updatedAt },
    Date.parse(publishedAt),
    sha256,
  );
  const contentDigest = seal(body, publishedAt, sha256);
  await writeRecord(context, { publishedAt, contentDigest, laws });
  await writeChangelog(context, `## ${version} (${updatedAt})`, changes);
  // Last, since it is what a service that watches the folder goes by.
  await writeManifest(context, { ...manifest, version, updatedAt, publishedAt, contentDigest });
  context.print(`Released ${version}, published at ${publishedAt}, revision ${revision}.`);
};

const firstWords = ({ years }: ValidSalaryLaws): string =>
  `- First release: the years ${Object.keys(years).join(', ')}.`;

const SECOND_MS = 1000;

/** Now, in whole seconds, and in any case after the last version. */
const instantAfter = (last: ReleaseRecord | undefined, now: number): number =>
  Math.max(
    Math.floor(now / SECOND_MS) * SECOND_MS,
    last ? Date.parse(last.publishedAt) + SECOND_MS : 0,
    last ? Date.parse(last.laws.updatedAt) : 0,
  );

const writeRecord = async (context: Context, record: ReleaseRecord): Promise<void> => {
  const document = { $schema: '../schema/release.schema.json', ...record };
  await writeWhole(context, releaseFile(record.laws.version), jsonText(document));
};

const writeManifest = async (context: Context, manifest: Manifest): Promise<void> =>
  writeWhole(context, MANIFEST, jsonText(manifest));

const writeChangelog = async (
  context: Context,
  heading: string,
  changes: readonly string[],
): Promise<void> => {
  const path = join(context.directory, CHANGELOG);
  const existing = await readFile(path, 'utf8').catch(() => CHANGELOG_HEAD);
  const start = existing.indexOf('\n## ');
  const [head, rest] =
    start < 0
      ? [existing.trimEnd(), '']
      : [existing.slice(0, start).trimEnd(), existing.slice(start)];
  // An interrupted release may have left its entry.
  if (rest.includes(`\n${heading.slice(0, heading.indexOf(' ('))} (`)) return;
  const entry = [head, '', heading, '', ...changes, ''].join('\n');
  await writeWhole(context, CHANGELOG, `${entry}${rest}`);
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

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FolderJudgement, judgeFolder } from '../../../src/adapters/dataset/judge-folder.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import type { SalaryYear, ValidPublication } from '../../../src/domain/salary-laws/dataset.ts';
import type { Manifest } from '../../../src/domain/salary-laws/manifest.ts';
import { publish } from '../../../src/domain/salary-laws/publication.ts';
import { instantText, seal } from '../../../src/domain/salary-laws/seal.ts';

/** A dataset as a map from relative file name to text. */
export type Files = ReadonlyMap<string, string>;

export const DATASET = fileURLToPath(new URL('../../../data/salary-laws/', import.meta.url));

/** The dataset of this repository: its manifest, years and released versions. */
export const repositoryFiles = (): Files => {
  const names = ['years', 'releases'].flatMap((folder) =>
    readdirSync(join(DATASET, folder)).map((name) => `${folder}/${name}`),
  );
  return new Map(
    ['manifest.json', ...names].map((name) => [name, readFileSync(join(DATASET, name), 'utf8')]),
  );
};

export const judge = (texts: Files): FolderJudgement =>
  judgeFolder({ texts, faults: [] }, { digest: sha256 });

/** What a sound dataset publishes; fails with the faults of one that is not. */
export const publicationOf = (texts: Files): ValidPublication => {
  const judgement = judge(texts);
  if (judgement.sound) return judgement.folder.published;
  throw new Error(`not sound: ${JSON.stringify(judgement.faults, null, 2)}`);
};

export const repositoryYear = (year: number): SalaryYear =>
  JSON.parse(readFileSync(join(DATASET, `years/${year}.json`), 'utf8'));

/** The files with one of them changed as a parsed value. */
export const edited = <T>(files: Files, name: string, edit: (value: T) => void): Files => {
  const value = JSON.parse(files.get(name) ?? 'null');
  edit(value);
  return new Map([...files, [name, JSON.stringify(value, null, 2)]]);
};

/** The files as a new version, stamped and sealed, without records of earlier ones. */
export const resealed = (
  files: Files,
  version: string,
  publishedAt: number = Date.UTC(2027, 0, 1),
): Files => {
  const { contentDigest: _old, ...manifest } = JSON.parse(files.get('manifest.json') ?? '{}');
  const instant = instantText(publishedAt);
  const head: Omit<Manifest, 'contentDigest'> = {
    ...manifest,
    version,
    updatedAt: instant.slice(0, 10),
    publishedAt: instant,
  };
  const years = Object.fromEntries(
    [...files].flatMap(([name, text]) =>
      name.startsWith('years/') ? [[name.slice(6, 10), JSON.parse(text)]] : [],
    ),
  );
  const { publishedAt: _at, ...laws } = head;
  const { body } = publish({ ...laws, years }, publishedAt, sha256);
  const sealed = { ...head, contentDigest: seal(body, instant, sha256) };
  return new Map([
    ...[...files].filter(([name]) => !name.startsWith('releases/')),
    ['manifest.json', JSON.stringify(sealed, null, 2)],
  ]);
};

/** A sound dataset of its own version that differs from others in one amount. */
export const variant = (version: string, foodAllowance: number, publishedAt: number): Files =>
  resealed(
    edited<{ foodAllowance: number }>(repositoryFiles(), 'years/1405.json', (year) => {
      year.foodAllowance = foodAllowance;
    }),
    version,
    publishedAt,
  );

/**
 * The dataset of this repository as it would have been released at another time, for a service whose
 * clock shows that time: one that is dated ahead of the clock is refused.
 */
export const datasetAsOf = (publishedAt: number): Files => {
  const { version } = JSON.parse(repositoryFiles().get('manifest.json') ?? '{}');
  const day = instantText(publishedAt).slice(0, 10);
  const checked = [...repositoryFiles()].map(
    ([name, text]) => [name, text.replaceAll(/("lastCheckedOn": )"[^"]*"/g, `$1"${day}"`)] as const,
  );
  return resealed(new Map(checked), version, publishedAt);
};

/** When the dataset of this repository was published: the earliest time that variants may have. */
export const PUBLISHED_AT = Date.parse(
  JSON.parse(readFileSync(join(DATASET, 'manifest.json'), 'utf8')).publishedAt,
);

export const writeFiles = async (directory: string, files: Files): Promise<void> => {
  for (const [name, text] of files) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
};

/** A folder under the system's own for temporary files, and how to remove it. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'salary-laws-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

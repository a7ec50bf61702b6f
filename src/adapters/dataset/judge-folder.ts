import type { Digest } from '../../domain/ports/dataset-digest.ts';
import type { ValidPublication, ValidSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import { type Fault, FaultList, type Place } from '../../domain/salary-laws/fault.ts';
import type { Manifest, ReleaseRecord } from '../../domain/salary-laws/manifest.ts';
import { publish } from '../../domain/salary-laws/publication.ts';
import {
  noInstant,
  publicationFaults,
  recordFaults,
} from '../../domain/salary-laws/release-rules.ts';
import { instantOf, seal } from '../../domain/salary-laws/seal.ts';
import { compareVersions } from '../../domain/salary-laws/version-label.ts';
import { judgeYears, type RawYear } from './judge-years.ts';
import { type SchemaName, schemaFaults } from './schema.ts';
import { parseStrictJson } from './strict-json.ts';

/** A dataset's files, by their names relative to its folder, and what could not be read. */
export interface DatasetFiles {
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
}

/** What a sound folder holds. */
export interface JudgedFolder {
  readonly manifest: Manifest;
  readonly published: ValidPublication;
  /** The manifest's seal fits the content, so that nothing can be half written. */
  readonly isSealed: boolean;
  /** In order of version. */
  readonly releases: readonly ReleaseRecord[];
}

export type FolderJudgement =
  | { readonly sound: true; readonly folder: JudgedFolder }
  | { readonly sound: false; readonly faults: FaultList };

/** The folder itself, as faults name it. */
export const FOLDER = './';
export const MANIFEST = 'manifest.json';
const YEAR_FILE = /^years\/(1[3-5]\d{2})\.json$/;
const RELEASE_FILE = /^releases\/([\d.]+)\.json$/;

export const yearFile = (year: string): string => `years/${year}.json`;
export const releaseFile = (version: string): string => `releases/${version}.json`;

export interface JudgeOptions {
  readonly digest: Digest;
  /**
   * Unix ms; nothing may claim to be published after it. Left out in service: a machine whose clock
   * is behind must not refuse a sound dataset.
   */
  readonly now?: number;
  /** False for a folder that is being worked on, whose seal the release command will write. */
  readonly sealed?: boolean;
}

/** Judges a folder as a whole: all its faults, or what it publishes. */
export const judgeFolder = (files: DatasetFiles, options: JudgeOptions): FolderJudgement => {
  const { manifest, years: raw, releases, faults } = parseFiles(files, options.digest);
  const readable = faults.count === 0;
  // What is still to be released will be dated by its release.
  const updatedAt = options.sealed === false ? undefined : manifest?.updatedAt;
  const place = (key: string): Place => ({ file: yearFile(key), path: '' });
  const judged = judgeYears(raw, yearsOf(files), place, updatedAt);
  faults.add(judged.faults);
  const instant = manifest && instantOf(manifest.publishedAt);
  if (manifest && instant === undefined) {
    faults.add([noInstant(MANIFEST, manifest.publishedAt)]);
  }
  if (!manifest || instant === undefined || !readable || Object.keys(judged.years).length === 0) {
    return { sound: false, faults };
  }
  const { publishedAt, contentDigest: _proof, ...head } = manifest;
  const laws: ValidSalaryLaws = { ...head, years: judged.years };
  const published = publish(laws, instant, options.digest);
  const found = seal(published.body, publishedAt, options.digest);
  if (options.sealed !== false) {
    const now = options.now === undefined ? {} : { now: options.now };
    faults.add(
      publicationFaults(
        { manifest, laws: published.laws, seal: found, releases, ...now },
        { manifest: MANIFEST, yearOf: yearFile, releaseOf: releaseFile },
      ),
    );
  }
  return faults.count > 0
    ? { sound: false, faults }
    : {
        sound: true,
        folder: { manifest, published, releases, isSealed: manifest.contentDigest === found },
      };
};

/** The years that the folder has a file for, readable or not. */
const yearsOf = ({ texts, faults }: DatasetFiles): string[] => {
  const names = new Set([...texts.keys(), ...faults.map(({ file }) => file)]);
  return [...names].flatMap((name) => YEAR_FILE.exec(name)?.[1] ?? []);
};

interface ParsedFolder {
  readonly manifest: Manifest | undefined;
  readonly years: readonly RawYear[];
  readonly releases: readonly ReleaseRecord[];
  readonly faults: FaultList;
}

const parseFiles = (files: DatasetFiles, digest: Digest): ParsedFolder => {
  const faults = new FaultList().add(files.faults);
  const years: RawYear[] = [];
  const releases: ReleaseRecord[] = [];
  let manifest: Manifest | undefined;
  for (const [file, text] of files.texts) {
    const [, year] = YEAR_FILE.exec(file) ?? [];
    const [, version] = RELEASE_FILE.exec(file) ?? [];
    if (file === MANIFEST) {
      manifest = parseShaped<Manifest>(text, file, 'manifest', faults);
    } else if (year !== undefined) {
      const parsed = parseStrictJson(text, file);
      faults.add(parsed.faults);
      if (parsed.value !== undefined) {
        years.push({ key: year, value: parsed.value, at: { file, path: '' } });
      }
    } else if (version !== undefined) {
      const record = parseShaped<ReleaseRecord>(text, file, 'release', faults);
      if (record) {
        releases.push(record);
        faults.add(recordFaults(record, version, file, digest));
      }
    } else faults.add([{ file, path: '', expected: 'no file of this name' }]);
  }
  faults.add(missingFiles(files));
  releases.sort((a, b) => compareVersions(a.laws.version, b.laws.version));
  return { manifest, years, releases, faults };
};

/** A value that the schema vouches for; undefined, with the faults told, where it does not. */
const parseShaped = <T>(
  text: string,
  file: string,
  schema: SchemaName,
  faults: FaultList,
): T | undefined => {
  const parsed = parseStrictJson(text, file);
  const shape = parsed.value === undefined ? [] : schemaFaults(schema, parsed.value, file);
  faults.add(parsed.faults).add(shape);
  return parsed.faults.length + shape.length === 0 ? (parsed.value as T) : undefined;
};

/** What must be there and is not; a file that is there but cannot be read has its fault already. */
const missingFiles = ({ texts, faults }: DatasetFiles): Fault[] => {
  const named = [...texts.keys(), ...faults.map(({ file }) => file)];
  if (named.includes(FOLDER)) return [];
  const missing: Fault[] = [];
  if (!named.includes(MANIFEST)) {
    missing.push({ file: MANIFEST, path: '', expected: 'this file, which is missing' });
  }
  if (!named.some((file) => file.startsWith('years'))) {
    missing.push({ file: 'years', path: '', expected: 'a file per year, such as years/1405.json' });
  }
  return missing;
};

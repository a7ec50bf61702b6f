import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readSurveyed, surveyFolder } from '../../adapters/dataset/folder-files.ts';
import {
  type DatasetFiles,
  type JudgedFolder,
  judgeFolder,
} from '../../adapters/dataset/judge-folder.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import type { ValidSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import { isVersionLabel } from '../../domain/salary-laws/version-label.ts';
import { CommandFailure, type Context, faultyDataset } from './context.ts';

const run = promisify(execFile);
const MAX_GIT_OUTPUT = 16 * 1024 * 1024;

/**
 * The folder as it lies on disk. `sealed: false` accepts values that were edited since the last
 * release, which is what `diff` and `release` are for.
 */
export const loadFolder = async (
  { directory, now }: Context,
  options: { readonly sealed: boolean },
): Promise<LoadedFolder> => {
  const files = await readSurveyed(await surveyFolder(directory));
  return { ...judged('The dataset', files, options.sealed, now), texts: files.texts };
};

/** A sound folder, with the texts that it was judged by. */
export interface LoadedFolder extends JudgedFolder {
  readonly texts: ReadonlyMap<string, string>;
}

/** @throws {CommandFailure} naming every fault. */
export const judged = (
  what: string,
  files: DatasetFiles,
  sealed: boolean,
  now: number,
): JudgedFolder => {
  const judgement = judgeFolder(files, { digest: sha256, now, sealed });
  if (judgement.sound) return judgement.folder;
  throw faultyDataset(what, judgement.faults);
};

/** A released version by its label, from its record; anything else is asked of git. */
export const loadEarlier = async (
  context: Context,
  folder: JudgedFolder,
  name: string,
): Promise<ValidSalaryLaws> => {
  const record = folder.releases.find(({ laws }) => laws.version === name);
  if (record) return record.laws;
  const files = await filesOfCommit(context.directory, name);
  if (!files) {
    const known = folder.releases.map(({ laws }) => laws.version).join(', ') || 'none';
    const what = isVersionLabel(name) ? 'released version' : 'git revision with a dataset';
    throw new CommandFailure(2, `There is no ${what} "${name}". Released versions: ${known}.`);
  }
  const earlier = judged(`The dataset of ${name}`, files, false, context.now);
  return earlier.published.laws;
};

/** Undefined where git does not know the revision, or the folder was not there. */
const filesOfCommit = async (
  directory: string,
  revision: string,
): Promise<DatasetFiles | undefined> => {
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-C', directory, ...args], { maxBuffer: MAX_GIT_OUTPUT });
    return stdout;
  };
  try {
    const commit = await git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
    const names = await git('ls-tree', '-r', '-z', '--name-only', commit.trim(), '.');
    const texts = new Map<string, string>();
    for (const name of names
      .split('\0')
      .filter((each) => /^(manifest|years\/.*)\.json$/.test(each))) {
      texts.set(name, await git('show', `${commit.trim()}:./${name}`));
    }
    return texts.size === 0 ? undefined : { texts, faults: [] };
  } catch {
    return undefined;
  }
};

import type { Clock } from '../../domain/ports/clock.ts';
import type { Digest } from '../../domain/ports/dataset-digest.ts';
import type { DatasetReading, DatasetSource } from '../../domain/ports/dataset-source.ts';
import type { PublishedSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import { readSurveyed, surveyFolder } from './folder-files.ts';
import { judgeFolder } from './judge-folder.ts';

export interface DirectorySourceOptions {
  /** The dataset's folder; it, its folders and its files may be symbolic links. */
  readonly directory: string;
  /** Time between two looks at the folder, in ms; a look costs one `stat` per file. */
  readonly pollMs?: number;
  readonly digest: Digest;
  readonly clock: Clock;
}

const DEFAULT_POLL_MS = 500;

/**
 * A change within one tick of the file system's clock leaves no trace in a file's times. What
 * changed this recently is therefore read again at the next look.
 */
const RACY_MS = 1000;

/**
 * A dataset in a folder: edited in place, renamed over, or swapped by a symbolic link.
 *
 * Nothing half-written is ever taken: the folder must look the same before and after it is read,
 * and the manifest's seal must fit the content. Since a set of files cannot be written at one
 * instant, a folder that does not pass is only said to be at fault once it has stood still from one
 * look to the next.
 */
export class DirectorySource implements DatasetSource {
  readonly name = 'directory';
  readonly location: string;
  readonly #options: DirectorySourceOptions;
  #taken: { readonly signature: string; readonly published: PublishedSalaryLaws } | undefined;
  #suspect: string | undefined;
  #first = true;

  constructor(options: DirectorySourceOptions) {
    this.#options = options;
    this.location = options.directory;
  }

  pollAfterMs(): number {
    return this.#options.pollMs ?? DEFAULT_POLL_MS;
  }

  async read(): Promise<DatasetReading> {
    const { directory, digest, clock } = this.#options;
    const first = this.#first;
    this.#first = false;
    const survey = await surveyFolder(directory);
    const taken = this.#taken;
    if (taken?.signature === survey.signature) {
      this.#suspect = undefined;
      return { outcome: 'read', published: taken.published };
    }
    const files = await readSurveyed(survey);
    const after = await surveyFolder(directory);
    if (after.signature !== files.signature) {
      this.#suspect = undefined;
      return { outcome: 'unsettled' };
    }
    const judgement = judgeFolder(files, { digest });
    if (judgement.sound) {
      const published = sameOr(taken?.published, judgement.folder.published);
      const settled = clock.now() - files.changedAt > RACY_MS;
      this.#taken = { signature: settled ? files.signature : '', published };
      this.#suspect = undefined;
      return { outcome: 'read', published };
    }
    const stoodStill = this.#suspect === files.signature;
    this.#suspect = files.signature;
    return first || stoodStill
      ? { outcome: 'refused', faults: judgement.faults }
      : { outcome: 'unsettled' };
  }
}

/** A folder that was touched or laid out anew publishes the very same object as before. */
const sameOr = (
  before: PublishedSalaryLaws | undefined,
  now: PublishedSalaryLaws,
): PublishedSalaryLaws =>
  before?.revision === now.revision && before.publishedAt === now.publishedAt ? before : now;

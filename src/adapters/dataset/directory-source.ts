import type { Clock } from '../../domain/ports/clock.ts';
import type { Digest } from '../../domain/ports/dataset-digest.ts';
import type { DatasetReading, DatasetSource } from '../../domain/ports/dataset-source.ts';
import type { ValidPublication } from '../../domain/salary-laws/dataset.ts';
import { type FolderFiles, readSurveyed, surveyFolder } from './folder-files.ts';
import { judgeFolder, MANIFEST } from './judge-folder.ts';

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
 * Nothing half-written is ever taken: the manifest's seal fits the one content it was made for, and
 * no mixture of two. Since a set of files cannot be written at one instant, a folder that does not
 * pass is only said to be at fault, and one without a seal only taken, once it has stood still from
 * one look to the next. At the start, too: half a set can pass where only values differ.
 */
export class DirectorySource implements DatasetSource {
  readonly name = 'directory';
  readonly manifest = MANIFEST;
  readonly location: string;
  readonly #options: DirectorySourceOptions;
  /** The last judgement, and the state of the folder that it holds for. */
  #judged: { readonly signature: string; readonly reading: DatasetReading } | undefined;
  #taken: ValidPublication | undefined;
  /** The state in which the folder was found at fault, or unproven, at the last look. */
  #suspect: string | undefined;
  #isFirst = true;

  constructor(options: DirectorySourceOptions) {
    this.#options = options;
    this.location = options.directory;
  }

  pollAfterMs(): number {
    return this.#options.pollMs ?? DEFAULT_POLL_MS;
  }

  async read(): Promise<DatasetReading> {
    const survey = await surveyFolder(this.#options.directory);
    if (this.#judged?.signature === survey.signature) return this.#judged.reading;
    const files = await readSurveyed(survey);
    return this.#judge(files, survey.faults.length === files.faults.length);
  }

  /** @param isWhole every file that is there could be read. */
  #judge(files: FolderFiles, isWhole: boolean): DatasetReading {
    const { digest, clock } = this.#options;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const judgement = judgeFolder(files, { digest });
    const isProven = judgement.sound && judgement.folder.isSealed;
    const stoodStill = this.#suspect === files.signature;
    this.#suspect = isProven ? undefined : files.signature;
    // At the start a fault is told at once: nothing is in service that it could be held against.
    const isToldAtOnce = isFirst && !judgement.sound;
    if (!isProven && !stoodStill && !isToldAtOnce) return { outcome: 'unsettled' };
    const reading = judgement.sound
      ? this.#take(judgement.folder.published)
      : ({ outcome: 'refused', faults: judgement.faults } as const);
    const isSettled = clock.now() - files.changedAt > RACY_MS;
    // What could not be read may be readable at the next look without any file having changed.
    this.#judged = isSettled && isWhole ? { signature: files.signature, reading } : undefined;
    return reading;
  }

  /** A folder that was touched or laid out anew publishes the very same object as before. */
  #take(published: ValidPublication): DatasetReading {
    const before = this.#taken;
    const isSame =
      before?.revision === published.revision && before.publishedAt === published.publishedAt;
    this.#taken = isSame ? before : published;
    return { outcome: 'read', published: this.#taken };
  }
}

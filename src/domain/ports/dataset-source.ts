import type { PublishedSalaryLaws } from '../salary-laws/dataset.ts';
import type { FaultList } from '../salary-laws/fault.ts';

/** Where salary laws come from: a folder, another instance. */
export interface DatasetSource {
  /** For logs and health: `directory`, `remote`. */
  readonly name: string;
  /** Folder or address, without credentials; for logs alone. */
  readonly location: string;
  /** What faults call the part that names version and dates: `manifest.json`. */
  readonly manifest: string;
  /** How long to wait between two readings, in ms; asked anew each time, so that it can vary. */
  pollAfterMs(): number;
  /**
   * Reads once, and judges what it read. Never rejects: whatever goes wrong is an outcome.
   * `signal` aborts a reading whose result nobody waits for any more.
   */
  read(signal: AbortSignal): Promise<DatasetReading>;
}

/**
 * - `read` a sound dataset, whole; the same object again while nothing has changed
 * - `refused` there is something, and it is not sound: what is wrong with it, the first of it if
 *   there is very much
 * - `unreachable` nothing could be read; `reason` is a short phrase without addresses or paths
 *   (with either, `lastGood` is the last sound dataset that the source itself remembers, if any)
 * - `unsettled` it is changing at this moment; nothing can be said of it until the next reading
 */
export type DatasetReading =
  | { readonly outcome: 'read'; readonly published: PublishedSalaryLaws }
  | {
      readonly outcome: 'refused';
      readonly faults: FaultList;
      readonly lastGood?: PublishedSalaryLaws;
    }
  | {
      readonly outcome: 'unreachable';
      readonly reason: string;
      readonly lastGood?: PublishedSalaryLaws;
    }
  | { readonly outcome: 'unsettled' };

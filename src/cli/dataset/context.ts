import type { Fault } from '../../domain/salary-laws/fault.ts';
import { faultLine } from '../../domain/salary-laws/fault.ts';

/** What a command works on and writes to. */
export interface Context {
  /** The dataset's folder. */
  readonly directory: string;
  /** Unix ms. */
  readonly now: number;
  /** Prints one line of the result. */
  print(line: string): void;
}

/** A command's end that is no success, with what to tell the user. */
export class CommandFailure extends Error {
  /** 1: the dataset is at fault; 2: the command was given something it cannot use. */
  readonly code: 1 | 2;

  constructor(code: 1 | 2, message: string) {
    super(message);
    this.name = 'CommandFailure';
    this.code = code;
  }
}

export const faultyDataset = (what: string, faults: readonly Fault[]): CommandFailure =>
  new CommandFailure(
    1,
    [`${what} has ${faults.length} fault${faults.length === 1 ? '' : 's'}:`]
      .concat(faults.map((fault) => `  ${faultLine(fault)}`))
      .join('\n'),
  );

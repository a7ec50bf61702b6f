import { relative } from 'node:path';
import { type FaultList, faultLine } from '../../domain/salary-laws/fault.ts';

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

export const faultyDataset = (what: string, { kept, count }: FaultList): CommandFailure => {
  const lines = kept.map((fault) => `  ${faultLine(fault)}`);
  const more = count > kept.length ? [`  and ${count - kept.length} more`] : [];
  const head = `${what} has ${count} fault${count === 1 ? '' : 's'}:`;
  return new CommandFailure(1, [head, ...lines, ...more].join('\n'));
};

/** @throws what is no failure of the file system, and so a defect of the program. */
export const asFailure = (error: unknown, directory: string): CommandFailure => {
  if (error instanceof CommandFailure) return error;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  // A file that is open already goes without its path.
  const where = path === undefined ? '' : ` at ${relative(directory, path) || 'its folder'}`;
  return new CommandFailure(2, `The dataset cannot be read or written${where} (${code}).`);
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PROJECT_DIRECTORY } from '../../src/config.ts';

/** A server in a process of its own, as it is run in production. */
export interface ServerProcess {
  readonly port: number;
  /** `performance.now()` at which it was spawned. */
  readonly spawnedAt: number;
  readonly memory: () => Memory;
  readonly stop: () => Promise<void>;
}

/** In MiB, as the kernel counts it. */
export interface Memory {
  readonly resident: number;
  readonly peak: number;
}

/**
 * Starts a program that tells its port on standard output, as `"port":<number>` in a line of its log.
 *
 * @throws {Error} if it ends before it has told.
 */
export const startProcess = async (
  script: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<ServerProcess> => {
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, [...flags, script], {
    cwd: PROJECT_DIRECTORY,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { port: await portOf(child), spawnedAt, memory: () => memoryOf(child), stop: stop(child) };
};

const portOf = async (child: ChildProcess): Promise<number> => {
  if (!child.stdout) throw new Error('the process has no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    // What it says later is not read, and must not fill the pipe.
    child.stdout.resume();
    return Number(port);
  }
  throw new Error('the process ended before it listened');
};

const stop = (child: ChildProcess) => async (): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

const memoryOf = ({ pid }: ChildProcess): Memory => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { resident: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
};

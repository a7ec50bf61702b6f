import { execFile } from 'node:child_process';
import { PROJECT_DIRECTORY } from '../../../src/config.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's programs as a person would, without colours. */
export const runCommand = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const options = {
      cwd: PROJECT_DIRECTORY,
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });

export const pactVerify = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => runCommand('src/cli/pact-verify.ts', args, env);

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../../src/config.ts';
import { FAULTS, type Fault } from './faults.ts';

/**
 * Puts one fault after another into a copy of the sources, verifies the pacts that are kept against
 * it, and prints which interactions noticed. Exit code 1 if a fault goes unnoticed.
 */

/** What the service and its verifier need; the rest of the repository is not copied. */
const COPIED = ['package.json', 'src', 'config', 'data', 'docs', 'test/contract'];
const PACTS = ['test/contract/pacts', 'test/contract/strangers'];

interface Run {
  readonly code: number;
  readonly output: string;
}

const verify = (directory: string): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/cli/pact-verify.ts', ...PACTS],
      { cwd: directory, env: { PATH: process.env.PATH, NO_COLOR: '1' } },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        resolve({ code, output: stdout + stderr });
      },
    );
  });

async function tryFault(directory: string, { file, original, faulty }: Fault): Promise<Run> {
  const path = join(directory, file);
  const source = await readFile(path, 'utf8');
  if (source.split(original).length !== 2) {
    return { code: -1, output: `${file} does not hold this once: ${original}` };
  }
  try {
    await writeFile(
      path,
      source.replace(original, () => faulty),
    );
    return await verify(directory);
  } finally {
    await writeFile(path, source);
  }
}

/** The first interaction that failed, and the number of all of them. */
function noticedBy({ code, output }: Run): string {
  const failed = output.split('\n').filter((line) => line.startsWith('  ✗ '));
  const [first] = failed;
  // Only a verdict of the pacts counts: a service that no longer starts has noticed nothing.
  if (code !== 1 || !first) return '';
  return `${failed.length}, first: ${first.slice('  ✗ '.length).split('  given ')[0]}`;
}

const directory = await mkdtemp(join(tmpdir(), 'contract-faults-'));
try {
  for (const path of COPIED) {
    await cp(join(PROJECT_DIRECTORY, path), join(directory, path), { recursive: true });
  }
  await symlink(join(PROJECT_DIRECTORY, 'node_modules'), join(directory, 'node_modules'));

  const sound = await verify(directory);
  if (sound.code !== 0) throw new Error(`the pacts do not hold without a fault:\n${sound.output}`);

  const width = Math.max(...FAULTS.map(({ name }) => name.length));
  let unnoticed = 0;
  for (const fault of FAULTS) {
    const run = await tryFault(directory, fault);
    const witnesses = noticedBy(run);
    if (!witnesses) unnoticed += 1;
    console.log(`${fault.name.padEnd(width)}  ${witnesses || `UNNOTICED\n${run.output}`}`);
  }
  console.log(`\n${FAULTS.length} faults, ${FAULTS.length - unnoticed} noticed`);
  process.exitCode = unnoticed === 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true });
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithContainers } from '../support/containers/engine.ts';
import { buildImage, PROJECT } from '../support/containers/images.ts';

interface Verdict {
  readonly exitCode: number;
  readonly output: string;
}

describeWithContainers('the image that verifies contracts, without a network', () => {
  let image: string;
  let broken: string;

  beforeAll(async () => {
    image = await buildImage('contracts');
    broken = await mkdtemp(join(tmpdir(), 'pacts-'));
    await writeFile(join(broken, 'broken.json'), '{"consumer":');
  }, 300_000);

  afterAll(async () => {
    await rm(broken, { recursive: true });
  });

  const verify = async (folder: string, ...args: string[]): Promise<Verdict> => {
    const run = [
      'run',
      '--rm',
      '--network',
      'none',
      '--read-only',
      '--volume',
      `${folder}:/pacts:ro`,
    ];
    try {
      const { stdout, stderr } = await promisify(execFile)('docker', [...run, image, ...args]);
      return { exitCode: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exitCode: code, output: stdout + stderr };
    }
  };

  it("holds the service to its consumers' pacts", async () => {
    const { exitCode, output } = await verify(join(PROJECT, 'test/contract/pacts'), '/pacts');

    expect(output).toContain('payroll-calculator');
    expect(output).toContain(' 0 fail');
    expect(exitCode).toBe(0);
  }, 60_000);

  it.each(['broken.json', 'missing.json'])(
    'answers %s with one line and exit code 2',
    async (file) => {
      const { exitCode, output } = await verify(broken, `/pacts/${file}`);

      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(file);
      expect(exitCode).toBe(2);
    },
    60_000,
  );
});

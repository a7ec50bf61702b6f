import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Files,
  publicationOf,
  repositoryFiles,
  temporaryFolder,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import { mutants } from '../support/salary-laws/mutations.ts';
import { type ServedDataset, serveDataset } from '../support/salary-laws/served-dataset.ts';
import { TurnClock } from '../support/salary-laws/turn-clock.ts';

const MUTANTS = 300;
const files = repositoryFiles();
const { body, revision } = publicationOf(files);

describe('a service that is given broken datasets', () => {
  let folder: { path: string; remove(): Promise<void> };
  let link: string;
  let served: ServedDataset;
  const clock = new TurnClock();

  const put = async (name: string, content: Files): Promise<void> => {
    await writeFiles(join(folder.path, name), content);
    await symlink(name, `${link}.tmp`);
    await rename(`${link}.tmp`, link);
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    link = join(folder.path, 'salary-laws');
    await put('sound', files);
    served = await serveDataset(link, clock, 500);
  });
  afterAll(async () => {
    await served.close();
    await folder.remove();
  });

  test(`serves none of ${MUTANTS}, names each with its file, and goes on`, async () => {
    const broken = fc.sample(mutants(files), { numRuns: MUTANTS, seed: 86 });
    for (const [index, { how, files: mutant }] of broken.entries()) {
      const { lines } = served.logger;
      await put(`mutant-${index}`, mutant);
      // Once to see it, once more to see that it stands still.
      await clock.turn();
      await clock.turn();
      const answer = await fetch(served.url, { headers: { 'accept-encoding': 'identity' } });
      expect({ how, etag: answer.headers.get('etag') }).toEqual({ how, etag: `"${revision}"` });
      expect(await answer.text()).toBe(body);
      expect({ how, ...served.keep.status() }).toMatchObject({ how, status: 'degraded' });
      const last = lines.at(-1);
      expect([last?.level, last?.message]).toEqual(['warn', 'salary laws refused']);
      const faults = (last?.fields.faults ?? []) as string[];
      expect(faults).not.toEqual([]);
      for (const line of faults) {
        expect(line).toMatch(/^(\.\/|[\w ()./-]+?)( \/\S*)?: .*expected /s);
      }
    }
    expect(served.logger.at('error')).toEqual([]);
    // A hang is what this bounds: a busy machine has needed more than two minutes.
  }, 600_000);

  test('heals when the folder is mended', async () => {
    await put('mended', files);
    await clock.turn();
    expect(served.keep.status()).toMatchObject({ status: 'ok', revision });
  });
});

import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/adapters/clock/system-clock.ts';
import { DirectorySource } from '../../src/adapters/dataset/directory-source.ts';
import { RemoteSource } from '../../src/adapters/dataset/remote-source.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { eventually } from '../support/eventually.ts';
import {
  PUBLISHED_AT,
  temporaryFolder,
  variant,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import {
  type ServedDataset,
  serveDataset,
  serveSources,
} from '../support/salary-laws/served-dataset.ts';

const version = (index: number) =>
  variant(`1405.${index}`, 22_000_000 + index, PUBLISHED_AT + index * 1000);

let folder: { path: string; remove(): Promise<void> };
let origin: ServedDataset;
const services: ServedDataset[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFiles(join(folder.path, 'origin'), version(2));
  await writeFiles(join(folder.path, 'image'), version(1));
  origin = await serveDataset(join(folder.path, 'origin'), systemClock, 50);
  services.push(origin);
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  await folder.remove();
});

/** An instance with an older dataset of its own that follows the origin. */
const startMirror = async (): Promise<ServedDataset> => {
  const mirror = await serveSources(
    [
      new DirectorySource({
        directory: join(folder.path, 'image'),
        pollMs: 50,
        digest: sha256,
        clock: systemClock,
      }),
      new RemoteSource({
        url: origin.url,
        stateDirectory: join(folder.path, 'state'),
        pollMs: 50,
        userAgent: 'reference-data-service/test',
        digest: sha256,
        clock: systemClock,
      }),
    ],
    systemClock,
  );
  services.push(mirror);
  return mirror;
};

const validators = async ({ url }: ServedDataset) => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  await answer.arrayBuffer();
  return ['etag', 'last-modified'].map((name) => answer.headers.get(name));
};

test('a mirror answers as its origin does, follows it, and outlives it', async () => {
  const mirror = await startMirror();
  await eventually(async () => expect(await validators(mirror)).toEqual(await validators(origin)));
  expect(mirror.keep.status()).toMatchObject({ status: 'ok', version: '1405.2' });

  await writeFiles(join(folder.path, 'origin'), version(3));
  await eventually(() => expect(mirror.keep.status().version).toBe('1405.3'));
  expect(await validators(mirror)).toEqual(await validators(origin));

  await origin.close();
  await eventually(() => expect(mirror.keep.status().status).toBe('degraded'));
  expect(mirror.keep.status()).toMatchObject({
    // Refused, or cut off where a request was under way.
    reason: expect.stringMatching(/^remote: no answer \(ECONN(REFUSED|RESET)\)$/),
    version: '1405.3',
  });
  await mirror.close();

  const restarted = await startMirror();
  await eventually(() => expect(restarted.keep.status().version).toBe('1405.3'));
  expect(restarted.keep.status().status).toBe('degraded');
});

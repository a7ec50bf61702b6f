import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/adapters/clock/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { decoded, exchange } from '../support/http/exchange.ts';
import {
  DATASET,
  PUBLISHED_AT,
  publicationOf,
  repositoryFiles,
  temporaryFolder,
  variant,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import { type ServedDataset, serveDataset } from '../support/salary-laws/served-dataset.ts';

let folder: { path: string; remove(): Promise<void> };
const services: ServedDataset[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  await folder.remove();
});

const serve = async (directory: string): Promise<number> => {
  const service = await serveDataset(directory, systemClock, 50);
  services.push(service);
  return Number(new URL(service.url).port);
};
const get = (port: number, ...headers: string[]) =>
  exchange(port, 'GET /api/data/salary-laws', headers);

test('the dataset of this repository conforms to the interface description, as it is served', async () => {
  const response = await get(await serve(DATASET), 'Accept-Encoding: br');
  const { body, publishedAt } = publicationOf(repositoryFiles());
  expect(decoded(response).toString()).toBe(body);
  expect(response.headers.get('last-modified')).toBe(new Date(publishedAt).toUTCString());
});

test('replicas on copies of the files, and a restarted one, answer the same validators', async () => {
  const files = variant('1405.9', 23_000_000, PUBLISHED_AT);
  await writeFiles(join(folder.path, 'a'), files);
  for (const name of files.keys()) {
    await mkdir(join(folder.path, 'b', 'years'), { recursive: true });
    await copyFile(join(folder.path, 'a', name), join(folder.path, 'b', name));
  }
  const ports = [
    await serve(join(folder.path, 'a')),
    await serve(join(folder.path, 'b')),
    await serve(join(folder.path, 'a')),
  ];
  const answers = await Promise.all(ports.map((port) => get(port)));
  const validators = answers.map(({ headers }) => [
    headers.get('etag'),
    headers.get('last-modified'),
  ]);
  expect(validators).toEqual([validators[0], validators[0], validators[0]]);
  const [etag] = validators[0] ?? [];
  expect((await get(ports[1] ?? 0, `If-None-Match: ${etag}`)).status).toBe(304);
});

test('with a broken folder at the start the answer is the error body, until it is mended', async () => {
  const directory = join(folder.path, 'a');
  await mkdir(directory);
  const port = await serve(directory);
  const refused = await get(port);
  expect(refused.status).toBe(500);
  expect(refused.json()).toEqual({ ok: false, error: expect.any(String) });
  expect(refused.text()).not.toContain(folder.path);
  const status = services[0]?.keep.status();
  expect(status?.reason).toContain('manifest.json: expected this file, which is missing');
  expect(JSON.stringify(status)).not.toContain(folder.path);
  await writeFiles(directory, repositoryFiles());
  await eventually(async () => expect((await get(port)).status).toBe(200), 2000);
});

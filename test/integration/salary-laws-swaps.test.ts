import { once } from 'node:events';
import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/adapters/clock/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import {
  PUBLISHED_AT,
  publicationOf,
  temporaryFolder,
  variant,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import type { LoadOrder, LoadReport } from '../support/salary-laws/load-worker.ts';
import { type ServedDataset, serveDataset } from '../support/salary-laws/served-dataset.ts';

const SWAPS = 50;
/** A paced worker falls a little short of its pace; what is to be shown is two thousand. */
const REQUESTS_PER_SECOND = 2200;
let folder: { path: string; remove(): Promise<void> };
let link: string;
let served: ServedDataset | undefined;
let worker: Worker | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  link = join(folder.path, 'salary-laws');
});
afterEach(async () => {
  await worker?.terminate();
  await served?.close();
  await folder.remove();
});

const version = (index: number) =>
  variant(`1405.${index}`, 22_000_000 + index * 1000, PUBLISHED_AT + index * 1000);

/** Turns the link to another folder in one step, as Kubernetes does. */
const swapTo = async (index: number): Promise<void> => {
  await writeFiles(join(folder.path, `v${index}`), version(index));
  await symlink(`v${index}`, `${link}.tmp`);
  await rename(`${link}.tmp`, link);
  if (index > 1) await rm(join(folder.path, `v${index - 2}`), { recursive: true, force: true });
};

const startLoad = (order: LoadOrder): Worker => {
  worker = new Worker(new URL('../support/salary-laws/load-worker.ts', import.meta.url), {
    workerData: order,
  });
  return worker;
};

const reportOf = async (load: Worker): Promise<LoadReport> => {
  const answer = once(load, 'message');
  load.postMessage('stop');
  const [report] = await answer;
  return report;
};

test(`during ${SWAPS} swaps every response is one whole version under its own ETag`, async () => {
  await swapTo(0);
  served = await serveDataset(link, systemClock, 20);
  const { keep, url } = served;
  const load = startLoad({
    url,
    requestsPerSecond: REQUESTS_PER_SECOND,
    connections: 32,
  });
  for (let index = 1; index <= SWAPS; index += 1) {
    await swapTo(index);
    await eventually(() => {
      expect(keep.execute().laws.version).toBe(`1405.${index}`);
    });
  }
  const report = await reportOf(load);
  const rate = Math.round((report.requests / report.elapsedMs) * 1000);
  console.info(
    `${report.requests} requests at ${rate} per second, ${report.notModified} of them 304, ` +
      `${report.etags.length} versions seen`,
  );
  expect(report.wrong).toEqual([]);
  const published = Array.from({ length: SWAPS + 1 }, (_, index) => {
    const { revision } = publicationOf(version(index));
    return `"${revision}"`;
  });
  expect(report.etags.filter((etag) => !published.includes(etag))).toEqual([]);
  expect(report.etags.length).toBeGreaterThan(1);
  expect(report.notModified).toBeGreaterThan(0);
  // A bound for what hangs: each swap may take seconds where other work has the cores.
}, 600_000);

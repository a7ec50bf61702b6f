import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/adapters/clock/system-clock.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { eventually } from '../support/eventually.ts';
import {
  PUBLISHED_AT,
  publicationOf,
  temporaryFolder,
  variant,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import { type ServedDataset, serveDataset } from '../support/salary-laws/served-dataset.ts';
import {
  CountingProxy,
  hasVarnish,
  startVarnish,
  type Varnish,
} from '../support/salary-laws/varnish.ts';

const HOUR_S = 3600;
const version = (index: number) =>
  variant(`1405.${index}`, 22_000_000 + index, PUBLISHED_AT + index * 1000);
const revisionOf = (index: number): string => publicationOf(version(index)).revision;

/** Varnish asks for gzip and unpacks it for clients that do not; the tag it gives them is weak. */
const strong = (etag: string): string => etag.replace(/^W\//, '');

const suite = (): void => {
  let folder: { path: string; remove(): Promise<void> };
  let directory: string;
  let served: ServedDataset;
  let proxy: CountingProxy;
  let varnish: Varnish;
  let hosts = 0;
  let host: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    directory = join(folder.path, 'salary-laws');
    await writeFiles(directory, version(1));
    served = await serveDataset(directory, systemClock, 50);
    proxy = new CountingProxy(served.url);
    varnish = await startVarnish(await proxy.start(), join(folder.path, 'varnish'));
  }, 60_000);
  afterAll(async () => {
    await varnish.stop();
    await proxy.stop();
    await served.close();
    await folder.remove();
  });
  beforeEach(() => {
    // A host of its own is an empty cache of its own.
    hosts += 1;
    host = `cache-${hosts}.test`;
    proxy.seen.length = 0;
    proxy.age = 0;
  });

  const ask = async (etag?: string) => {
    const url = new URL('/api/data/salary-laws', varnish.url);
    return new Promise<{ status: number; etag: string; age: number; bytes: number }>(
      (resolve, reject) => {
        const headers = { host, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
        const asked = request(url, { headers, agent: false }, (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              etag: String(answer.headers.etag),
              age: Number(answer.headers.age),
              bytes,
            }),
          );
        });
        asked.on('error', reject);
        asked.end();
      },
    );
  };

  test('in the steady state it asks the origin once, whatever its clients ask', async () => {
    const first = await ask();
    expect(first.status).toBe(200);
    for (let i = 0; i < 200; i += 1) expect((await ask()).etag).toBe(first.etag);
    const revalidated = await ask(first.etag);
    expect([revalidated.status, revalidated.bytes]).toEqual([304, 0]);
    expect(proxy.seen).toEqual([{ ifNoneMatch: undefined, status: 200 }]);
  });

  test('holds a copy for one hour and no longer, then answers from it while it revalidates', async () => {
    proxy.age = HOUR_S - 1;
    const first = await ask();
    expect(proxy.seen).toHaveLength(1);
    // The hour is over within a second. Clients go on getting the copy at once; behind their backs
    // one conditional request is made, and answered 304.
    const stale = await eventually(async () => {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.etag).toBe(first.etag);
      expect(answer.age).toBeGreaterThanOrEqual(HOUR_S);
      return answer;
    });
    expect(stale.bytes).toBe(first.bytes);
    proxy.age = 0;
    await eventually(() => expect(proxy.seen.length).toBeGreaterThan(1));
    expect(proxy.seen[1]).toEqual({ ifNoneMatch: strong(first.etag), status: 304 });
  });

  test('a new version reaches clients after the hour and one revalidation', async () => {
    proxy.age = HOUR_S - 1;
    const first = await ask();
    expect(first.etag).toContain(revisionOf(1));
    proxy.age = 0;
    await writeFiles(directory, version(2));
    await eventually(() => expect(served.keep.execute().laws.version).toBe('1405.2'));
    // Within the hour the copy is served, as the headers allow.
    expect((await ask()).etag).toBe(first.etag);
    const seen: string[] = [];
    await eventually(async () => {
      const { etag } = await ask();
      seen.push(etag);
      expect(etag).toContain(revisionOf(2));
    });
    // Nothing but the two versions, the old one strictly before the new one.
    expect(new Set(seen.slice(0, -1))).toEqual(new Set([first.etag]));
    expect(proxy.seen.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(first.etag)).status).toBe(200);
    expect((await ask(seen.at(-1))).status).toBe(304);
  });
};

const missing = hasVarnish() ? undefined : 'varnishd is not installed';

describeUnless(missing)('Behind a real Varnish', suite);

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  RemoteSource,
  type RemoteSourceOptions,
} from '../../../../src/adapters/dataset/remote-source.ts';
import { sha256 } from '../../../../src/adapters/digest/sha256.ts';
import type { DatasetReading } from '../../../../src/domain/ports/dataset-source.ts';
import type { ValidPublication } from '../../../../src/domain/salary-laws/dataset.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import {
  edited,
  publicationOf,
  repositoryFiles,
  resealed,
  temporaryFolder,
  variant,
} from '../../../support/salary-laws/dataset-files.ts';
import { type Answer, Origin } from '../../../support/salary-laws/origin.ts';
import { TurnClock } from '../../../support/salary-laws/turn-clock.ts';

const JANUARY = Date.UTC(2027, 0, 1);
const ONE = publicationOf(variant('1405.1', 22_000_000, JANUARY));
const TWO = publicationOf(variant('1405.2', 24_000_000, JANUARY + 1000));

let origin: Origin;
let url: string;
let folder: { path: string; remove(): Promise<void> };
const signal = new AbortController().signal;

beforeEach(async () => {
  origin = new Origin();
  url = await origin.start();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await origin.stop();
  await folder.remove();
});

const sourceOf = (options: Partial<RemoteSourceOptions> = {}): RemoteSource =>
  new RemoteSource({
    url,
    userAgent: 'reference-data-service/test',
    stateDirectory: join(folder.path, 'state'),
    timeoutMs: 2000,
    digest: sha256,
    clock: new TurnClock(),
    ...options,
  });

const publishedIn = (reading: DatasetReading): ValidPublication | undefined =>
  reading.outcome === 'read' ? (reading.published as ValidPublication) : undefined;

describe('a mirror', () => {
  test('publishes the bytes, the revision and the date of its origin', async () => {
    origin.serve(ONE);
    expect(publishedIn(await sourceOf().read(signal))).toEqual(ONE);
    expect(origin.requests[0]?.headers['user-agent']).toBe('reference-data-service/test');
  });

  test('asks conditionally, and takes a 304 for what it holds', async () => {
    origin.serve(ONE);
    const source = sourceOf();
    const first = publishedIn(await source.read(signal));
    const second = publishedIn(await source.read(signal));
    expect(second).toBe(first);
    expect(origin.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      `"${ONE.revision}"`,
    ]);
  });

  test('takes a later version, from any layout and coding', async () => {
    origin.serve(ONE);
    const source = sourceOf();
    await source.read(signal);
    origin.answer = (_request, response) => {
      const body = gzipSync(JSON.stringify(JSON.parse(TWO.body), null, 2));
      const lastModified = new Date(TWO.publishedAt).toUTCString();
      response.writeHead(200, { 'content-encoding': 'gzip', 'last-modified': lastModified });
      response.end(body);
    };
    expect(publishedIn(await source.read(signal))).toEqual(TWO);
  });

  test('starts from its disk when the origin is down, and goes on conditionally', async () => {
    origin.serve(ONE);
    await sourceOf().read(signal);
    const { answer } = origin;
    origin.answer = (_request, response) => response.writeHead(502).end();
    const restarted = sourceOf();
    expect(await restarted.read(signal)).toEqual({
      outcome: 'unreachable',
      reason: 'status 502',
      lastGood: ONE,
    });
    origin.answer = answer;
    expect(publishedIn(await restarted.read(signal))).toEqual(ONE);
    expect(origin.requests.at(-1)?.headers['if-none-match']).toBe(`"${ONE.revision}"`);
  });

  test.each([
    ['garbage', () => 'garbage'],
    ['another shape', () => '{"body":1}'],
    [
      'a body with a digit changed',
      (text: string) => text.replace('foodAllowance\\":22000000', 'foodAllowance\\":23000000'),
    ],
  ])('believes nothing on its disk that does not pass: %s', async (_, spoil) => {
    origin.serve(ONE);
    await sourceOf().read(signal);
    const path = join(folder.path, 'state', 'salary-laws-remote.json');
    const stored = await readFile(path, 'utf8');
    const spoilt = spoil(stored);
    expect(spoilt).not.toBe(stored);
    await writeFile(path, spoilt);
    origin.answer = (_request, response) => response.writeHead(502).end();
    expect(await sourceOf().read(signal)).toEqual({ outcome: 'unreachable', reason: 'status 502' });
  });

  test('lets what its disk dates far ahead be replaced by its like with a date of our time', async () => {
    origin.serve(ONE);
    await sourceOf({ clock: new TurnClock(JANUARY) }).read(signal);
    const dayBefore = new TurnClock(JANUARY - 86_400_001);
    const restarted = sourceOf({ clock: dayBefore });
    const mended = publicationOf(variant('1405.2', 21_000_000, JANUARY - 86_400_000));
    origin.serve(mended);
    expect(publishedIn(await restarted.read(signal))).toEqual(mended);
  });

  test('waits for the true date where an origin sends its own time instead', async () => {
    origin.serve(ONE);
    const source = sourceOf();
    await source.read(signal);
    origin.answer = (_request, response) => {
      const now = new Date().toUTCString();
      response.writeHead(200, { date: now, 'last-modified': now, etag: '"x"' }).end(TWO.body);
    };
    expect(await source.read(signal)).toEqual({ outcome: 'unsettled' });
    expect(await source.read(signal)).toEqual({
      outcome: 'refused',
      faults: expect.objectContaining({ count: 1 }),
      lastGood: ONE,
    });
    origin.serve(TWO);
    expect(publishedIn(await source.read(signal))).toEqual(TWO);
  });

  test('works without a disk that can be written', async () => {
    await writeFile(join(folder.path, 'state'), 'a file, not a folder');
    origin.serve(ONE);
    expect(publishedIn(await sourceOf().read(signal))).toEqual(ONE);
  });

  test('spreads its requests by a tenth, and stays away as long as it is told to', async () => {
    expect(sourceOf({ pollMs: 1000, random: () => 0 }).pollAfterMs()).toBe(900);
    const source = sourceOf({ pollMs: 1000, random: () => 1 });
    expect(source.pollAfterMs()).toBe(1100);
    origin.answer = (_request, response) => response.writeHead(503, { 'retry-after': '120' }).end();
    await source.read(signal);
    expect(source.pollAfterMs()).toBe(120_000);
    origin.serve(ONE);
    await source.read(signal);
    expect(source.pollAfterMs()).toBe(1100);
  });

  test('keeps credentials of the address out of logs', () => {
    const source = sourceOf({ url: 'https://user:secret@origin.example/laws?token=secret' });
    expect(source.location).toBe('https://origin.example/laws');
  });
});

describe('never taken, and never put on disk, is', () => {
  const lastModified = new Date(JANUARY + 5000).toUTCString();
  const body =
    (text: string | Buffer, headers: Record<string, string> = {}): Answer =>
    (_request, response) => {
      response.writeHead(200, { 'last-modified': lastModified, etag: '"x"', ...headers });
      response.end(text);
    };
  const document = (edit: (laws: Record<string, unknown>) => void): string => {
    const laws = JSON.parse(TWO.body);
    edit(laws);
    return JSON.stringify(laws);
  };

  const cases: readonly [string, Answer, RegExp][] = [
    ['HTML with status 200', body('<html>'), /salary-laws: expected valid JSON/],
    ['a cut off document', body(TWO.body.slice(0, -20)), /expected valid JSON/],
    ['no date', (_q, response) => response.end(TWO.body), /Last-Modified header/],
    [
      'a leap second',
      body(TWO.body, { 'last-modified': 'Thu, 31 Dec 2026 23:59:60 GMT' }),
      /Last-Modified header/,
    ],
    [
      'a date from the far future',
      body(TWO.body, { 'last-modified': 'Sun, 01 Jan 2062 00:00:00 GMT' }),
      /\/publishedAt: found "2062-01-01T00:00:00Z", expected a time at most a day ahead/,
    ],
    ['a date of its own form', body(TWO.body, { 'last-modified': '2027-01-01' }), /Last-Modified/],
    [
      'a member that nobody knows',
      body(document((laws) => Object.assign(laws, { ok: true }))),
      /\/ok: found true, expected no member of this name/,
    ],
    [
      'a wrong digit',
      body(TWO.body.replace('"minimumWage":166255500', '"minimumWage":166255501')),
      /\/years\/1405\/minimumWage: found 166255501, expected 166255500/,
    ],
    [
      'a year under the key of another',
      body(TWO.body.replace('"1403":{', '"1407":{')),
      /\/years\/1407\/year: found 1403, expected 1407/,
    ],
    ['an empty document', body('{}'), /\/years: expected this member/],
    ['no object', body('null'), /expected a value of type object/],
    [
      'content changed under the same version',
      body(TWO.body.replace('"1405.2"', '"1405.1"')),
      /expected a version after 1405\.1, since the content has changed/,
    ],
    [
      'a later version with an earlier date',
      body(TWO.body, { 'last-modified': new Date(JANUARY - 1000).toUTCString() }),
      /expected a time after that of version 1405\.1/,
    ],
    [
      'an earlier version',
      body(publicationOf(variant('1404.9', 1, JANUARY)).body),
      /expected version 1405\.1, which was published before, or a later one/,
    ],
    [
      'a redirect',
      (_q, response) => response.writeHead(302, { location: '/' }).end(),
      /status 302/,
    ],
    ['not found', (_q, response) => response.writeHead(404).end('{}'), /status 404/],
    ['many megabytes', body(Buffer.alloc(3_000_000, ' ')), /more than 1048576 bytes/],
    [
      'a bomb, small until it is unpacked',
      body(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'gzip' }),
      /more than 1048576 bytes/,
    ],
    ['bytes that are not UTF-8', body(Buffer.from([0x22, 0xff, 0x22])), /not text in UTF-8/],
    ['a connection that breaks', (request) => request.socket.destroy(), /no answer/],
    [
      'fewer bytes than announced',
      (request, response) => {
        response.writeHead(200, { 'content-length': '1000', 'last-modified': lastModified });
        response.write('{', () => request.socket.destroy());
      },
      /no answer/,
    ],
  ];

  test.each(cases)('%s', async (_, answer, reason) => {
    origin.serve(ONE);
    const source = sourceOf();
    await source.read(signal);
    origin.answer = answer;
    const reading = await source.read(signal);
    const said =
      reading.outcome === 'refused'
        ? reading.faults.kept.map(faultLine).join('\n')
        : reading.outcome === 'unreachable' && reading.reason;
    expect(said).toMatch(reason);
    // What was refused left no validator behind, and what was held is still held.
    origin.serve(ONE);
    expect(publishedIn(await source.read(signal))).toEqual(ONE);
    expect(origin.requests.at(-1)?.headers['if-none-match']).toBe(`"${ONE.revision}"`);
    origin.answer = (_request, response) => response.writeHead(502).end();
    expect(await sourceOf().read(signal)).toMatchObject({ lastGood: { revision: ONE.revision } });
  });

  test('an answer that does not come in time', async () => {
    origin.answer = () => undefined;
    const reading = await sourceOf({ timeoutMs: 100 }).read(signal);
    expect(reading).toEqual({ outcome: 'unreachable', reason: 'no answer (ETIMEDOUT)' });
  });

  test('an answer that nobody waits for any more', async () => {
    const stopping = new AbortController();
    origin.answer = () => stopping.abort();
    const reading = await sourceOf().read(stopping.signal);
    expect(reading.outcome).toBe('unreachable');
  });
});

test('a document that is laid out as a folder elsewhere has the same revision here', async () => {
  const files = resealed(
    edited<{ housingAllowance: number }>(repositoryFiles(), 'years/1401.json', (year) => {
      year.housingAllowance = 6_500_000;
    }),
    '1405.3',
    JANUARY,
  );
  const published = publicationOf(files);
  origin.serve(published);
  expect(publishedIn(await sourceOf().read(signal))?.revision).toBe(published.revision);
});

import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectorySource } from '../../../../src/adapters/dataset/directory-source.ts';
import { sha256 } from '../../../../src/adapters/digest/sha256.ts';
import type { DatasetReading } from '../../../../src/domain/ports/dataset-source.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import {
  type Files,
  temporaryFolder,
  variant,
  writeFiles,
} from '../../../support/salary-laws/dataset-files.ts';
import { TurnClock } from '../../../support/salary-laws/turn-clock.ts';

const JANUARY = Date.UTC(2027, 0, 1);
const ONE = variant('1405.1', 22_000_000, JANUARY);
const TWO = variant('1405.2', 24_000_000, JANUARY + 1000);

let folder: { path: string; remove(): Promise<void> };
let directory: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  directory = join(folder.path, 'salary-laws');
});
afterEach(() => folder.remove());

const sourceOf = (path = directory): DirectorySource =>
  new DirectorySource({ directory: path, digest: sha256, clock: new TurnClock() });

const versionOf = (reading: DatasetReading): string =>
  reading.outcome === 'read' ? reading.published.laws.version : reading.outcome;

const linesOf = (reading: DatasetReading): string[] =>
  reading.outcome === 'refused' ? reading.faults.kept.map(faultLine) : [];

/** What a source says once the folder has stood still. */
const settled = async (source: DirectorySource): Promise<DatasetReading> => {
  await source.read();
  return source.read();
};

describe('a folder', () => {
  test('that is edited in place is taken whole, never in between', async () => {
    await writeFiles(directory, ONE);
    const source = sourceOf();
    expect(versionOf(await source.read())).toBe('1405.1');
    const seen: string[] = [];
    for (const [name, text] of TWO) {
      await writeFiles(directory, new Map([[name, text]]));
      seen.push(versionOf(await source.read()));
    }
    expect(seen.filter((each) => each !== 'unsettled')).toEqual(
      expect.not.arrayContaining(['refused']),
    );
    expect(versionOf(await source.read())).toBe('1405.2');
  });

  test('whose file is cut off in mid-write is not believed until it stands still', async () => {
    await writeFiles(directory, ONE);
    const source = sourceOf();
    await source.read();
    await truncate(join(directory, 'years/1404.json'), 500);
    expect((await source.read()).outcome).toBe('unsettled');
    expect(linesOf(await source.read())).toEqual([
      expect.stringMatching(/^years\/1404\.json: expected valid JSON, but there is .* line \d+/),
    ]);
    await writeFiles(directory, ONE);
    expect(versionOf(await source.read())).toBe('1405.1');
  });

  test('whose version was raised by hand is taken once it has stood still', async () => {
    await writeFiles(directory, ONE);
    const source = sourceOf();
    await source.read();
    const { contentDigest: _seal, ...manifest } = JSON.parse(TWO.get('manifest.json') ?? '');
    const byHand = new Map([...TWO, ['manifest.json', JSON.stringify(manifest)]]);
    await writeFiles(directory, byHand);
    expect((await source.read()).outcome).toBe('unsettled');
    expect(versionOf(await source.read())).toBe('1405.2');
  });

  test('without a seal is not taken at the first look either: it may be half copied', async () => {
    const { contentDigest: _seal, ...manifest } = JSON.parse(TWO.get('manifest.json') ?? '');
    const unsealed = new Map([...TWO, ['manifest.json', JSON.stringify(manifest)]]);
    const halfCopied = new Map([
      ...unsealed,
      ['years/1405.json', ONE.get('years/1405.json') ?? ''],
    ]);
    await writeFiles(directory, halfCopied);
    const source = sourceOf();
    expect((await source.read()).outcome).toBe('unsettled');
    await writeFiles(directory, unsealed);
    expect((await source.read()).outcome).toBe('unsettled');
    const reading = await source.read();
    expect(reading.outcome === 'read' && reading.published.laws.years['1405']).toMatchObject({
      foodAllowance: 24_000_000,
    });
  });

  test('at fault is told at the first look', async () => {
    await writeFiles(directory, new Map([...ONE, ['notes.txt', 'x']]));
    expect((await sourceOf().read()).outcome).toBe('refused');
  });

  test('that is renamed over is taken', async () => {
    await writeFiles(directory, ONE);
    const source = sourceOf();
    await source.read();
    await writeFiles(`${directory}.new`, TWO);
    await rename(directory, `${directory}.old`);
    await rename(`${directory}.new`, directory);
    expect(versionOf(await source.read())).toBe('1405.2');
  });

  test('that is swapped by a link, as Kubernetes mounts a ConfigMap, is taken', async () => {
    await mkdir(directory);
    await writeFiles(join(directory, '..2027_01_01'), ONE);
    await writeFiles(join(directory, '..2027_01_02'), TWO);
    await symlink('..2027_01_01', join(directory, '..data'));
    await symlink('..data/manifest.json', join(directory, 'manifest.json'));
    await symlink('..data/years', join(directory, 'years'));
    const source = sourceOf();
    expect(versionOf(await source.read())).toBe('1405.1');
    await symlink('..2027_01_02', join(directory, '..data_tmp'));
    await rename(join(directory, '..data_tmp'), join(directory, '..data'));
    await rm(join(directory, '..2027_01_01'), { recursive: true });
    expect(versionOf(await source.read())).toBe('1405.2');
  });

  test('that is itself a link is read below one target', async () => {
    await writeFiles(join(folder.path, 'one'), ONE);
    await writeFiles(join(folder.path, 'two'), TWO);
    await symlink('one', directory);
    const source = sourceOf();
    expect(versionOf(await source.read())).toBe('1405.1');
    await symlink('two', `${directory}.tmp`);
    await rename(`${directory}.tmp`, directory);
    expect(versionOf(await source.read())).toBe('1405.2');
  });

  test('that is only touched, copied or laid out anew is the very same dataset', async () => {
    await writeFiles(directory, ONE);
    const source = sourceOf();
    const before = await source.read();
    for (const name of ONE.keys()) await utimes(join(directory, name), 1, 1);
    expect(await source.read()).toEqual(before);
    const compact: Files = new Map(
      [...ONE].map(([name, text]) => [name, JSON.stringify(JSON.parse(text))]),
    );
    await writeFiles(directory, compact);
    const after = await source.read();
    expect(after.outcome === 'read' && before.outcome === 'read' && after.published).toBe(
      before.outcome === 'read' && before.published,
    );
  });
});

describe('what cannot be read', () => {
  const cases: readonly [string, (path: string) => Promise<unknown>, string | RegExp][] = [
    ['no folder', (path) => rm(path, { recursive: true }), './: expected this file or folder'],
    [
      'no manifest',
      (path) => unlink(join(path, 'manifest.json')),
      'manifest.json: expected this file, which is missing',
    ],
    [
      'no years',
      (path) => rm(join(path, 'years'), { recursive: true }),
      'years: expected a file per year, such as years/1405.json',
    ],
    [
      'a file in place of a folder',
      async (path) => {
        await rm(join(path, 'years'), { recursive: true });
        await writeFile(join(path, 'years'), '');
      },
      'years: expected a folder',
    ],
    [
      'a folder in place of a file',
      (path) => mkdir(join(path, 'years/1406.json')),
      'years/1406.json: expected a plain file',
    ],
    [
      'links in a circle',
      (path) => symlink('1406.json', join(path, 'years/1406.json')),
      'years/1406.json: expected a file, not links that lead in a circle',
    ],
    [
      'a link to nowhere',
      (path) => symlink('nowhere', join(path, 'years/1406.json')),
      'years/1406.json: expected this file or folder, which is missing',
    ],
    [
      'a pipe, which would hang its reader',
      async (path) => execFileSync('mkfifo', [join(path, 'years/1406.json')]),
      'years/1406.json: expected a plain file',
    ],
    [
      'a file of many megabytes',
      (path) => writeFile(join(path, 'years/1405.json'), Buffer.alloc(5_000_000, ' ')),
      'years/1405.json: found "5000000 bytes", expected at most 1048576 bytes',
    ],
    [
      'bytes that are not UTF-8',
      (path) => writeFile(join(path, 'years/1405.json'), Buffer.from([0x7b, 0xff, 0x7d])),
      'years/1405.json: expected text in UTF-8',
    ],
    [
      'a file that does not belong',
      (path) => writeFile(join(path, 'notes.txt'), 'x'),
      'notes.txt: expected no file of this name',
    ],
  ];

  test.each(cases)('%s is named', async (_, spoil, line) => {
    await writeFiles(directory, ONE);
    await spoil(directory);
    const lines = linesOf(await settled(sourceOf()));
    expect(lines).toContainEqual(expect.stringContaining(String(line)));
  });

  test("hidden files, which are editors' own, are passed over", async () => {
    await writeFiles(directory, ONE);
    await writeFile(join(directory, 'years/.1405.json.swp'), 'x');
    await writeFile(join(directory, '.DS_Store'), 'x');
    expect(versionOf(await sourceOf().read())).toBe('1405.1');
  });
});

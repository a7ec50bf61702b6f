import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PROJECT_DIRECTORY } from '../../src/config.ts';
import { instantText } from '../../src/domain/salary-laws/seal.ts';
import { DATASET, temporaryFolder } from '../support/salary-laws/dataset-files.ts';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../src/cli/dataset.ts', import.meta.url));

let folder: { path: string; remove(): Promise<void> };
let directory: string;

let first: { path: string; remove(): Promise<void> };

/** The values of this repository, released as version 1405.1 whatever their version is by now. */
beforeAll(async () => {
  first = await temporaryFolder();
  directory = first.path;
  await cp(DATASET, directory, { recursive: true });
  await rm(join(directory, 'releases'), { recursive: true });
  await rm(join(directory, 'CHANGELOG.md'));
  const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
  await writeFile(
    join(directory, 'manifest.json'),
    JSON.stringify({ ...manifest, version: '1405.0' }),
  );
  expect(await dataset('release', '1405.1')).toMatchObject({ code: 0, err: '' });
});
afterAll(() => first.remove());

beforeEach(async () => {
  folder = await temporaryFolder();
  directory = join(folder.path, 'data', 'salary-laws');
  await mkdir(join(folder.path, 'data'));
  await cp(first.path, directory, { recursive: true });
});
afterEach(() => folder.remove());

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const dataset = (...args: string[]): Promise<Result> =>
  runIn(process.cwd(), { SALARY_LAWS_DIR: directory }, ...args);

const runIn = async (
  cwd: string,
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Result> => {
  const env = { ...process.env, ...variables };
  try {
    const { stdout, stderr } = await run(process.execPath, [COMMAND, ...args], { cwd, env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
};

const git = (...args: string[]) =>
  run('git', [
    '-C',
    folder.path,
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.org',
    ...args,
  ]);

/** Every file of the folder, with its text. */
const contents = async (): Promise<Record<string, string>> => {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(directory.length), await readFile(path, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(texts));
};

const replace = async (file: string, from: string, to: string): Promise<void> => {
  const path = join(directory, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
};

const raiseFood = () =>
  replace('years/1405.json', '"foodAllowance": 22000000', '"foodAllowance": 24000000');

describe('check', () => {
  test('finds the dataset of this repository sound', async () => {
    directory = DATASET;
    expect(await dataset('check')).toMatchObject({ code: 0, err: '' });
  });

  test('says what it has found', async () => {
    const { out } = await dataset('check');
    expect(out).toMatch(/^Sound: version 1405\.1 of \d{4}-\d{2}-\d{2}, years 1400 to 1405, 1 rel/);
  });

  test('names every fault with file and path', async () => {
    await replace('years/1405.json', '"insuranceRate": 0.07', '"insuranceRate": 7');
    await replace('years/1401.json', '"period": "month"', '"period": "year"');
    const { code, err } = await dataset('check');
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      'The dataset has 2 faults:',
      '  years/1401.json /period: found "year", expected "month"',
      '  years/1405.json /insuranceRate: found 7, expected at most 1',
    ]);
  });
});

describe('SALARY_LAWS_DIR', () => {
  test('that is empty is not set', async () => {
    directory = '';
    expect((await dataset('check')).out).toContain('Sound: version');
  });

  test('is meant from where the command was typed', async () => {
    const typed = await runIn(folder.path, { SALARY_LAWS_DIR: 'data/salary-laws' }, 'check');
    expect(typed).toMatchObject({ code: 0, err: '' });
    const byNpm = { SALARY_LAWS_DIR: 'data/salary-laws', INIT_CWD: folder.path };
    await replace('years/1405.json', '"insuranceRate": 0.07', '"insuranceRate": 7');
    expect((await runIn(PROJECT_DIRECTORY, byNpm, 'check')).code).toBe(1);
  });
});

describe('diff', () => {
  test('says what changed since a version, for whom, and in money', async () => {
    await raiseFood();
    const { code, out } = await dataset('diff', '1405.1');
    expect(code).toBe(0);
    expect(out).toContain(
      '- Food allowance (`foodAllowance`): 22,000,000 rial per month → 24,000,000 rial per month, ' +
        '+2,000,000 (+9.1 %). Concerns every worker.',
    );
    // 2,000,000 more, less 7 % of insurance; the second worker pays 10 % of tax on it as well.
    expect(out).toContain('| minimum wage, single | 202,977,615 | 204,837,615 | +1,860,000');
    expect(out).toContain('| 382,407,125 | 384,067,125 | +1,660,000');
  });

  test('says what changed since a commit', async () => {
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-q', '-m', 'Add the dataset');
    expect((await dataset('diff', 'HEAD')).out).toBe('Nothing has changed since HEAD.\n');
    await raiseFood();
    expect((await dataset('diff', 'HEAD')).out).toContain('### 1405');
  });

  test.each([
    ['9.9', 'There is no released version "9.9". Released versions: 1405.1.'],
    ['nowhere', 'There is no git revision with a dataset "nowhere". Released versions: 1405.1.'],
    ['--upload-pack=x', 'There is no git revision with a dataset "--upload-pack=x".'],
  ])('knows no %s', async (name, message) => {
    const { code, err } = await dataset('diff', name);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('release', () => {
  test('stamps, seals, records and tells the change log', async () => {
    await raiseFood();
    const before = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
    const { code, out } = await dataset('release', '1405.2');
    expect(code).toBe(0);
    expect(out).toMatch(/^Released 1405\.2, published at .*Z, revision [0-9a-f]{64}\.\n$/);
    expect((await dataset('check')).code).toBe(0);
    const after = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
    expect(after).toMatchObject({ version: '1405.2', source: before.source });
    expect(Date.parse(after.publishedAt)).toBeGreaterThan(Date.parse(before.publishedAt));
    const changelog = await readFile(join(directory, 'CHANGELOG.md'), 'utf8');
    expect(changelog.indexOf('## 1405.2')).toBeLessThan(changelog.indexOf('## 1405.1'));
    expect(changelog).toContain('- Food allowance (`foodAllowance`): 22,000,000');
  });

  test('twice within a second gives two times of publication', async () => {
    await raiseFood();
    await dataset('release', '1405.2');
    await replace('years/1405.json', '"foodAllowance": 24000000', '"foodAllowance": 25000000');
    expect((await dataset('release', '1405.3')).code).toBe(0);
    expect((await dataset('check')).out).toContain('version 1405.3');
  });

  test('finishes one that was interrupted before the manifest was written', async () => {
    const manifest = await readFile(join(directory, 'manifest.json'), 'utf8');
    await raiseFood();
    await dataset('release', '1405.2');
    await writeFile(join(directory, 'manifest.json'), manifest);
    expect((await dataset('release', '1405.2')).code).toBe(0);
    expect((await dataset('check')).out).toContain('version 1405.2');
    const changelog = await readFile(join(directory, 'CHANGELOG.md'), 'utf8');
    expect(changelog.match(/^## 1405\.2 /gm)).toHaveLength(1);
  });

  test('writes the entry of an interrupted release anew, since the values may have changed', async () => {
    const manifest = await readFile(join(directory, 'manifest.json'), 'utf8');
    await raiseFood();
    await dataset('release', '1405.2');
    await writeFile(join(directory, 'manifest.json'), manifest);
    await replace('years/1405.json', '"foodAllowance": 24000000', '"foodAllowance": 25000000');
    await dataset('release', '1405.2');
    const changelog = await readFile(join(directory, 'CHANGELOG.md'), 'utf8');
    expect(changelog.match(/^## .*$/gm)).toEqual([
      expect.stringMatching(/^## 1405\.2 /),
      expect.stringMatching(/^## 1405\.1 /),
    ]);
    expect(changelog).toContain('→ 25,000,000 rial');
    expect(changelog).not.toContain('→ 24,000,000 rial');
  });

  test('keeps the words that people have put around the entries', async () => {
    const path = join(directory, 'CHANGELOG.md');
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replace('Newest first.', 'Newest first, says the editor.'));
    await raiseFood();
    await dataset('release', '1405.2');
    const after = await readFile(path, 'utf8');
    expect(after).toMatch(/^# Changes of .*\n\nNewest first, says the editor\. /);
    expect(after.endsWith(before.slice(before.indexOf('\n\n## 1405.1')))).toBe(true);
  });

  test('starts the records where there are none', async () => {
    await rm(join(directory, 'releases'), { recursive: true });
    await rm(join(directory, 'CHANGELOG.md'));
    expect((await dataset('release', '1405.2')).code).toBe(0);
    expect(await readFile(join(directory, 'CHANGELOG.md'), 'utf8')).toContain('- First release');
  });

  test('refuses an unchanged set', async () => {
    const { code, err } = await dataset('release', '1405.2');
    expect([code, err]).toEqual([1, 'Nothing has changed since version 1405.1.\n']);
  });

  test('refuses an unsound set, and writes nothing', async () => {
    await replace('years/1405.json', '"taxExemption": 400000000', '"taxExemption": 400000001');
    const manifest = await readFile(join(directory, 'manifest.json'), 'utf8');
    const { code, err } = await dataset('release', '1405.2');
    expect(code).toBe(1);
    expect(err).toContain('years/1405.json /taxBrackets/0/upTo: found 400000000');
    expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toBe(manifest);
  });

  test('refuses what the service would refuse once it is stamped, and writes nothing', async () => {
    const provenance = /"lastCheckedOn": "[\d-]+"/;
    const year = await readFile(join(directory, 'years/1405.json'), 'utf8');
    await writeFile(
      join(directory, 'years/1405.json'),
      year.replace(provenance, '"lastCheckedOn": "2999-01-01"'),
    );
    const before = await contents();
    const { code, err } = await dataset('release', '1405.2');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^As 1405\.2 the dataset has 1 fault:\n {2}years\/1405\.json \/provenance\/\w+\/lastCheckedOn: found "2999-01-01", expected no day after .*\n$/,
    );
    expect(await contents()).toEqual(before);
  });

  test('refuses a record that would be too large to be read, and writes nothing', async () => {
    const notes = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(480)}`);
    for (const year of ['1402', '1403', '1404', '1405']) {
      const path = join(directory, `years/${year}.json`);
      const entry = JSON.parse(await readFile(path, 'utf8'));
      for (const each of Object.values<object>(entry.provenance)) Object.assign(each, { notes });
      await writeFile(path, JSON.stringify(entry));
    }
    const before = await contents();
    const { code, err } = await dataset('release', '1405.2');
    expect(code).toBe(1);
    expect(err).toMatch(
      /releases\/1405\.2\.json: found "\d+ bytes", expected at most 1048576 bytes/,
    );
    expect(await contents()).toEqual(before);
  });

  test.each([
    ['releases/.1405.2.json.tmp', 'releases/.1405.2.json.tmp (EISDIR)'],
    ['CHANGELOG.md', 'EISDIR'],
  ])(
    'says in one sentence that it cannot write where %s stands in the way',
    async (name, where) => {
      await raiseFood();
      await rm(join(directory, name), { force: true });
      await mkdir(join(directory, name));
      const before = await contents();
      const { code, err } = await dataset('release', '1405.2');
      expect(code).toBe(2);
      expect(err).toMatch(/^The dataset cannot be read or written.*\.\n$/);
      expect(err).toContain(where);
      expect(await contents()).toEqual(before);
    },
  );

  test('without records goes by the manifest alone', async () => {
    await rm(join(directory, 'releases'), { recursive: true });
    await raiseFood();
    const before = await contents();
    expect(await dataset('release', '1405.1')).toMatchObject({
      code: 2,
      err: '1405.1 does not come after 1405.1.\n',
    });
    expect(await contents()).toEqual(before);
  });

  test('never lowers a manifest that was raised by hand, and is dated after it', async () => {
    await raiseFood();
    const byHand = instantText(Math.floor(Date.now() / 1000) * 1000 + 60_000);
    const path = join(directory, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    const raised = { ...manifest, version: '1405.5', publishedAt: byHand };
    await writeFile(path, JSON.stringify(raised));
    for (const version of ['1405.2', '1405.5']) {
      const { code, err } = await dataset('release', version);
      expect([code, err]).toEqual([2, `${version} does not come after 1405.5.\n`]);
    }
    expect((await dataset('release', '1405.6')).code).toBe(0);
    const { publishedAt } = JSON.parse(await readFile(path, 'utf8'));
    expect(Date.parse(publishedAt)).toBe(Date.parse(byHand) + 1000);
  });

  test.each([
    ['1405.1', '1405.1 does not come after 1405.1.'],
    ['1404.9', '1404.9 does not come after 1405.1.'],
    ['next', '"next" is no version label: numbers joined by dots.'],
    ['../../x', '"../../x" is no version label: numbers joined by dots.'],
  ])('refuses the version %s', async (version, message) => {
    await raiseFood();
    const { code, err } = await dataset('release', version);
    expect([code, err]).toEqual([2, `${message}\n`]);
  });
});

describe('show', () => {
  test('prints a year as a table', async () => {
    const { code, out } = await dataset('show', '1405');
    expect(code).toBe(0);
    expect(out).toMatch(/^Minimum wage {2,}166,255,500 rial per month {2,}confirmed {2,}Supreme/m);
    expect(out).toMatch(/^ *400,000,000 +4,800,000,000 +0 %$/m);
  });

  test.each(['1399', 'constructor', '__proto__'])('knows no other year: %s', async (year) => {
    const { code, err } = await dataset('show', year);
    expect([code, err]).toEqual([
      2,
      `There is no year "${year}". Years: 1400, 1401, 1402, 1403, 1404, 1405.\n`,
    ]);
  });
});

test.each([
  [[]],
  [['check', 'more']],
  [['diff']],
  [['publish', '1']],
  [['constructor', '1']],
  [['__proto__', '1']],
])('anything else prints the usage: %j', async (args) => {
  const { code, err } = await dataset(...args);
  expect(code).toBe(2);
  expect(err).toContain('Usage: npm run dataset -- <command>');
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readRevision } from '../../../../src/cli/pact/git.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'revision-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
};

const commit = () => {
  git('init', '--quiet', '--initial-branch', 'feature/x');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  return git('rev-parse', 'HEAD');
};

test('the commit and the branch of the checkout', () => {
  expect(readRevision({}, folder)).toEqual({ version: undefined, branch: undefined });
  const version = commit();
  expect(readRevision({}, folder)).toEqual({ version, branch: 'feature/x' });
});

test('a detached checkout is on the branch that CI names', () => {
  const version = commit();
  git('checkout', '--quiet', '--detach');
  expect(readRevision({}, folder)).toEqual({ version, branch: undefined });
  expect(readRevision({ GITHUB_HEAD_REF: '', GITHUB_REF_NAME: 'main' }, folder)).toEqual({
    version,
    branch: 'main',
  });
});

test('an image without git knows the commit of its build', () => {
  expect(readRevision({ BUILD_COMMIT: '4f2c0de' }, folder)).toMatchObject({ version: '4f2c0de' });
});

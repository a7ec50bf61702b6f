import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { parseHttpDate } from '../../../../src/adapters/providers/http-date.ts';

const AT = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT'],
  ['Sunday, 06-Nov-94 08:49:37 GMT'],
  ['Sun Nov  6 08:49:37 1994'],
])('%s is read', (text) => {
  expect(parseHttpDate(text)).toBe(AT);
});

test.each([
  [undefined],
  [''],
  ['7.5'],
  ['2026-10-05'],
  ['yesterday'],
  ['Sun, 99 Nov 1994 99:99:99 GMT'],
])('%p is no HTTP-date', (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});

test('the form without a zone is in GMT, wherever this machine stands', () => {
  const source = new URL('../../../../src/adapters/providers/http-date.ts', import.meta.url);
  const script = `import { parseHttpDate } from ${JSON.stringify(source.href)};
    process.stdout.write(String(parseHttpDate('Sun Nov  6 08:49:37 1994')));`;
  const read = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { TZ: 'Asia/Tehran' },
    encoding: 'utf8',
  });
  expect(Number(read)).toBe(AT);
});

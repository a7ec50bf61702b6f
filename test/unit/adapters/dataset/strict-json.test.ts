import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseStrictJson } from '../../../../src/adapters/dataset/strict-json.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';

const lines = (text: string): string[] => parseStrictJson(text, 'f.json').faults.map(faultLine);

describe('strict JSON', () => {
  test('reads what JSON.stringify writes, at any indentation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseStrictJson(text, 'f')).toEqual({ value: JSON.parse(text), faults: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['', 'f.json: expected valid JSON, but there is ValueExpected at line 1, column 1'],
    ['\uFEFF{}', 'f.json: expected no byte order mark'],
    [
      '{\n  "a": 1,\n}',
      'f.json: expected valid JSON, but there is PropertyNameExpected at line 3, column 1',
    ],
    ['{"a": 1, "a": 1}', 'f.json /a: expected each member once, but this one occurs twice'],
    [
      '{"a": {"b/c": 1, "b/c": 2}}',
      'f.json /a/b~1c: expected each member once, but this one occurs twice',
    ],
    ['{"a": 1.0}', 'f.json /a: found "1.0", expected the number written as 1, not 1.0'],
    ['[1e3]', 'f.json /0: found "1e3", expected the number written as 1000, not 1e3'],
    ['[1e999]', 'f.json /0: found "1e999", expected a number that a double can hold'],
    [
      '[0.10000000000000000001]',
      'f.json /0: found "0.10000000000000000001", expected the number written as 0.1, not 0.10000000000000000001',
    ],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'f.json: expected values nested at most 64 deep'],
    ['['.repeat(500_000), 'f.json: expected values nested at most 64 deep'],
  ])('%#: names what it refuses', (text, line) => {
    expect(lines(text)).toContain(line);
  });

  test.each([
    '{} {}',
    "{'a': 1}",
    '// a\n{}',
    '[NaN]',
    '[Infinity]',
    '[01]',
    '[.5]',
    '{"a"}',
    '"a',
  ])('refuses %s', (text) => {
    expect(parseStrictJson(text, 'f.json').value).toBeUndefined();
    expect(lines(text)).toHaveLength(1);
  });

  test('keeps a member named __proto__ a member', () => {
    const { value } = parseStrictJson('{"__proto__": {"a": 1}}', 'f');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });
});

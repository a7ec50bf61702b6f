import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  matchesStrongly,
  matchesWeakly,
  parseTagList,
} from '../../../../../src/adapters/http/conditional/entity-tag.ts';

const listOf = (value: string) => {
  const list = parseTagList(value);
  if (list === '*') throw new Error('not a list');
  return list;
};

describe('parseTagList', () => {
  it.each([
    ['"a"', ['"a"']],
    ['W/"a"', ['W/"a"']],
    ['"a","b" , W/"c"', ['"a"', '"b"', 'W/"c"']],
    [', "a",,\t"b",', ['"a"', '"b"']],
    ['"a,b", "c"', ['"a,b"', '"c"']],
    ['"", "a"', ['""', '"a"']],
    ['a, "b"', ['"b"']],
    ['"a" "b", "c"', ['"c"']],
    ['"a', []],
    ['w/"a"', []],
    ['"a b"', []],
    ['*, "a"', ['"a"']],
    ['', []],
    [' , ', []],
  ])('reads %p', (value, expected) => {
    const written = listOf(value).map(({ weak, opaque }) => (weak ? `W/${opaque}` : opaque));
    expect(written).toEqual(expected);
  });

  it('knows any by a star alone', () => {
    expect(parseTagList(' * ')).toBe('*');
  });

  it('finds every tag of a list, whatever the tags are made of', () => {
    // RFC 9110 section 8.8.3: etagc is ! and # to ~ and the bytes above ASCII.
    const etagc = fc.oneof(
      fc.constant(0x21),
      fc.integer({ min: 0x23, max: 0x7e }),
      fc.integer({ min: 0x80, max: 0xff }),
    );
    const tag = fc
      .tuple(fc.boolean(), fc.array(etagc))
      .map(([weak, codes]) => `${weak ? 'W/' : ''}"${String.fromCharCode(...codes)}"`);
    fc.assert(
      fc.property(
        fc.array(tag, { minLength: 1 }),
        fc.constantFrom(',', ', ', ' ,\t,'),
        (tags, separator) => {
          const read = listOf(tags.join(separator));
          expect(read.map(({ weak, opaque }) => (weak ? `W/${opaque}` : opaque))).toEqual(tags);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('copes with long values that are no lists', () => {
    expect(listOf('"a" '.repeat(4000))).toEqual([]);
    expect(listOf('"'.repeat(16_000))).toEqual([]);
  });
});

// The table of RFC 9110 section 8.8.3.2.
describe('comparison', () => {
  it.each([
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
  ])('%s with %s: strong %p, weak %p', (one, other, strong, weak) => {
    expect(matchesStrongly(listOf(one), other)).toBe(strong);
    expect(matchesStrongly(listOf(other), one)).toBe(strong);
    expect(matchesWeakly(listOf(one), other)).toBe(weak);
    expect(matchesWeakly(listOf(other), one)).toBe(weak);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PublishedSalaryLaws } from '../../../../src/domain/salary-laws/dataset.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import { publish } from '../../../../src/domain/salary-laws/publication.ts';
import { aheadFaults, succession } from '../../../../src/domain/salary-laws/succession.ts';

const published = (
  version: string,
  revision: string,
  seconds: number,
  updatedAt = '2027-01-01',
): PublishedSalaryLaws => ({
  laws: { version, updatedAt, source: 's', years: {} },
  body: revision,
  revision,
  publishedAt: Date.UTC(2027, 0, 1) + seconds * 1000,
});

const BEFORE = published('2', 'a', 0);

const verdict = (after: PublishedSalaryLaws): string[] => {
  const found = succession(BEFORE, after, 'manifest.json', BEFORE.publishedAt);
  return found.relation === 'breaks' ? found.faults.map(faultLine) : [found.relation];
};

describe('after version 2', () => {
  test.each<[string, PublishedSalaryLaws, string[]]>([
    ['itself is the same', published('2', 'a', 0), ['same']],
    ['a later version within the day follows', published('2.1', 'b', 1), ['follows']],
    ['a later version may have the same content', published('3', 'a', 1), ['follows']],
    ['an earlier version precedes', published('1.9', 'b', 9), ['precedes']],
    [
      'other content under the same label breaks',
      published('2', 'b', 1),
      [
        'manifest.json /version: found "2", expected a version after 2, since the content has changed',
      ],
    ],
    [
      'a label of the same rank is the same version',
      published('2.0', 'b', 1),
      [
        'manifest.json /version: found "2.0", expected a version after 2, since the content has changed',
      ],
    ],
    [
      'another date under the same label breaks',
      published('2', 'a', 1),
      [
        'manifest.json /version: found "2", expected a version after 2, since the publication time has changed',
      ],
    ],
    [
      'a later version at the same second breaks',
      published('3', 'b', 0),
      [
        'manifest.json /publishedAt: found "2027-01-01T00:00:00Z", expected a time after that of version 2, 2027-01-01T00:00:00Z',
      ],
    ],
    [
      'time that runs back in both breaks twice',
      published('3', 'b', -86_400, '2026-12-31'),
      [
        'manifest.json /publishedAt: found "2026-12-31T00:00:00Z", expected a time after that of version 2, 2027-01-01T00:00:00Z',
        'manifest.json /updatedAt: found "2026-12-31", expected 2027-01-01 or later, the day of version 2',
      ],
    ],
  ])('%s', (_, after, said) => {
    expect(verdict(after)).toEqual(said);
  });
});

test('whatever is offered, what is in service only ever moves forward', () => {
  const offer = fc
    .record({
      version: fc.integer({ min: 1, max: 5 }),
      revision: fc.constantFrom('a', 'b', 'c'),
      seconds: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ version, revision, seconds }) => published(String(version), revision, seconds));
  fc.assert(
    fc.property(fc.array(offer, { minLength: 2, maxLength: 20 }), ([first, ...offers]) => {
      let held = first ?? BEFORE;
      for (const next of offers) {
        if (succession(held, next, 'f', Number.MAX_SAFE_INTEGER).relation !== 'follows') continue;
        expect(Number(next.laws.version)).toBeGreaterThan(Number(held.laws.version));
        expect(next.publishedAt).toBeGreaterThan(held.publishedAt);
        held = next;
      }
    }),
    { numRuns: 1000 },
  );
});

describe('a version that is dated ahead of the clock', () => {
  const DAY_SECONDS = 86_400;
  const ahead = (seconds: number): string[] =>
    aheadFaults(BEFORE, published('3', 'a', seconds), BEFORE.publishedAt, 'manifest.json').map(
      faultLine,
    );

  test('is taken up to a day, and refused beyond', () => {
    expect(ahead(DAY_SECONDS)).toEqual([]);
    expect(ahead(DAY_SECONDS + 1)).toEqual([
      'manifest.json /publishedAt: found "2027-01-02T00:00:01Z", expected a time at most a day ' +
        "ahead of this machine's clock",
    ]);
  });

  test('is refused in the same words from one reading to the next, until it is timely', () => {
    const seconds = fc.integer({ min: 0, max: 10 * DAY_SECONDS });
    fc.assert(
      fc.property(seconds, seconds, (dated, now) => {
        const at = BEFORE.publishedAt + now * 1000;
        const offered = published('3', 'a', dated);
        const faults = aheadFaults(BEFORE, offered, at, 'f').map(faultLine);
        const atFirst = aheadFaults(BEFORE, offered, BEFORE.publishedAt, 'f').map(faultLine);
        expect(faults).toEqual(dated - now > DAY_SECONDS ? atFirst : []);
      }),
    );
  });
});

describe('a clock that is far behind', () => {
  const now = BEFORE.publishedAt - 100 * 86_400_000;

  test('takes what there is, and what follows it', () => {
    expect(aheadFaults(undefined, BEFORE, now, 'f')).toEqual([]);
    expect(aheadFaults(BEFORE, BEFORE, now, 'f')).toEqual([]);
    expect(aheadFaults(BEFORE, published('3', 'a', 1), now, 'f')).toEqual([]);
  });

  test('lets the version be mended, and nothing earlier in', () => {
    const mended = (version: string) => ({ ...published(version, 'a', 0), publishedAt: now });
    const relation = (version: string) => succession(BEFORE, mended(version), 'f', now).relation;
    expect([relation('2'), relation('3'), relation('1')]).toEqual([
      'follows',
      'follows',
      'precedes',
    ]);
    expect(succession(BEFORE, mended('3'), 'f', BEFORE.publishedAt).relation).toBe('breaks');
  });
});

test('nothing is published at no instant, which would precede and follow nothing', () => {
  const laws = { version: '3', updatedAt: '2027-01-01', source: 's', years: {} };
  expect(() => publish(laws, Date.parse('2026-12-31T23:59:60Z'), () => '')).toThrow(RangeError);
});

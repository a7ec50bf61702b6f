import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { consensus } from '../../../../src/domain/market/consensus.ts';
import type { Vote } from '../../../../src/domain/market/vote.ts';

const RUNS = { numRuns: 1_000 };
const TOLERANCE = 0.01;

const vote = (source: string, value: number, changes: Partial<Vote> = {}): Vote => ({
  source,
  voteGroup: source,
  rank: 1,
  cadence: 'live',
  value,
  wasOutlier: false,
  ...changes,
});

const price = fc.double({ min: 1e-7, max: 1e9, noNaN: true });

const anyVote = (index: number) =>
  fc.record({
    source: fc.constant(`s${index}`),
    voteGroup: fc.constantFrom('g1', 'g2', `own${index}`),
    rank: fc.nat(5),
    cadence: fc.constantFrom('live' as const, 'daily' as const),
    value: price,
    wasOutlier: fc.boolean(),
  });

const anyVotes = fc
  .integer({ min: 1, max: 7 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyVote(index))));

/** Sources that agree: each within half the tolerance of a common price. */
const agreeing = (count: number) =>
  fc.record({
    centre: price,
    offsets: fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), {
      minLength: count,
      maxLength: count,
    }),
  });

describe('consensus', () => {
  it('always lies between the least and the greatest quote', () => {
    fc.assert(
      fc.property(anyVotes, (votes) => {
        const { value } = consensus(votes, TOLERANCE);
        const values = votes.map((each) => each.value);
        expect(value).toBeGreaterThanOrEqual(Math.min(...values));
        expect(value).toBeLessThanOrEqual(Math.max(...values));
      }),
      RUNS,
    );
  });

  it('does not depend on the order of the sources', () => {
    const shuffled = anyVotes.chain((votes) =>
      fc.tuple(fc.constant(votes), fc.shuffledSubarray(votes, { minLength: votes.length })),
    );
    fc.assert(
      fc.property(shuffled, ([votes, otherwise]) => {
        expect(consensus(otherwise, TOLERANCE)).toEqual(consensus(votes, TOLERANCE));
      }),
      RUNS,
    );
  });

  it('is not moved by more than the tolerance by one adversary among three or more', () => {
    const honestAndAdversary = fc
      .integer({ min: 2, max: 6 })
      .chain((count) => fc.tuple(agreeing(count), price, fc.nat(9), fc.boolean()));
    fc.assert(
      fc.property(honestAndAdversary, ([{ centre, offsets }, lie, rank, wasOutlier]) => {
        const honest = offsets.map((offset, index) =>
          vote(`honest${index}`, centre * (1 + offset * TOLERANCE), { rank: index }),
        );
        const adversary = vote('adversary', lie, { rank, wasOutlier });
        const without = consensus(honest, TOLERANCE).value;
        const swayed = consensus([...honest, adversary], TOLERANCE).value;
        expect(Math.abs(swayed - without) / without).toBeLessThanOrEqual(TOLERANCE);
      }),
      RUNS,
    );
  });

  it('is not changed by a source that depends on one that is heard', () => {
    fc.assert(
      fc.property(anyVotes, price, (votes, value) => {
        const before = consensus(votes, TOLERANCE);
        const heard = before.voters[0];
        if (!heard) throw new Error('nobody was heard');
        const echo = { ...heard, source: 'zz-echo', rank: heard.rank + 1, value };
        expect(consensus([...votes, echo], TOLERANCE)).toEqual(before);
      }),
      RUNS,
    );
  });

  it('takes the single voice as it is', () => {
    expect(consensus([vote('a', 3.7)], TOLERANCE).value).toBe(3.7);
  });

  it('takes the mean of two that agree', () => {
    const { value, voters } = consensus([vote('a', 100), vote('b', 100.5)], TOLERANCE);
    expect(value).toBe(100.25);
    expect(voters.map(({ source }) => source)).toEqual(['a', 'b']);
  });

  it('believes the higher-ranked of two that disagree', () => {
    const votes = [vote('low', 110, { rank: 2 }), vote('high', 100, { rank: 1 })];
    const result = consensus(votes, TOLERANCE);
    expect(result).toMatchObject({ value: 100 });
    expect(result.voters.map(({ source }) => source)).toEqual(['high']);
  });

  it('lets live sources speak alone', () => {
    const votes = [
      vote('live', 101),
      vote('d1', 100, { cadence: 'daily' }),
      vote('d2', 100, { cadence: 'daily' }),
    ];
    expect(consensus(votes, TOLERANCE).value).toBe(101);
  });

  it('lets an outlier come back only within half of the tolerance', () => {
    // The middle of the three is 1000; b lies 0.7 % above it, c 1.5 %.
    const inside = (wasOutlier: boolean) =>
      consensus([vote('a', 1000), vote('b', 1007, { wasOutlier }), vote('d', 999)], TOLERANCE);
    expect(inside(false).outliers).toEqual([]);
    expect(inside(true).outliers.map(({ source }) => source)).toEqual(['b']);
    const beyond = consensus([vote('a', 1000), vote('c', 1015), vote('d', 999)], TOLERANCE);
    expect(beyond.outliers.map(({ source }) => source)).toEqual(['c']);
  });

  it('believes the head of the higher-ranked camp where two camps of two oppose each other', () => {
    const votes = [
      vote('a', 1, { rank: 1 }),
      vote('b', 1),
      vote('c', 2, { rank: 0 }),
      vote('d', 2),
    ];
    expect(consensus(votes, TOLERANCE)).toMatchObject({ value: 2 });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AssemblyPolicy, assemble } from '../../../../src/domain/market/assembly.ts';
import {
  bringsNewObservation,
  recordAnswer,
  recordFailure,
} from '../../../../src/domain/market/intake.ts';
import type { Snapshot } from '../../../../src/domain/market/snapshot.ts';
import type { SourceProfile } from '../../../../src/domain/market/source.ts';
import {
  type ByInstrument,
  entriesOf,
  type SourceState,
  UNASKED,
} from '../../../../src/domain/market/state.ts';
import { succeed } from '../../../../src/domain/market/succession.ts';
import { aProfile, DAY, HOUR, MINUTE, NOW, schedule } from '../../../support/market/sources.ts';

const SOURCES: readonly [SourceProfile, ByInstrument<number>][] = [
  [
    aProfile({ name: 'fiat', cadence: 'daily', pollEveryMs: HOUR, usableForMs: 5 * DAY }),
    { 'currency:EUR': 0.89, 'irr:official': 1_350_000 },
  ],
  [aProfile({ name: 'ounce' }), { 'metal:XAU': 4150 }],
  [aProfile({ name: 'coins' }), { 'crypto:BTC': 85_000, 'crypto:TON': 2.7 }],
  [aProfile({ name: 'venue', rank: 2 }), { 'crypto:BTC': 85_010 }],
];
const policy: AssemblyPolicy = {
  irr: 'official',
  maxStaleMs: Number.POSITIVE_INFINITY,
  limitsOf: () => ({ tolerance: 0.01, jump: 0.5 }),
  schedule,
};

/** What each source does in a refresh: says what it said before, something new, or nothing. */
const answer = fc.oneof(
  fc.constant('again' as const),
  fc.constant('fails' as const),
  fc.double({ min: 0.9, max: 1.1, noNaN: true }),
);
const refreshes = fc.array(
  fc.record({
    after: fc.integer({ min: MINUTE, max: 2 * HOUR }),
    answers: fc.tuple(answer, answer, answer, answer),
  }),
  { minLength: 1, maxLength: 8 },
);

/** One refresh: every source is polled, and the snapshot that follows `previous` is assembled. */
function refresh(
  states: readonly SourceState[],
  answers: readonly (number | 'again' | 'fails')[],
  previous: Snapshot | null,
  now: number,
) {
  const after = SOURCES.map(([profile, levels], index) => {
    const state = states[index] ?? UNASKED;
    const said = answers[index] ?? 'again';
    const context = { profile, schedule, now, limitsOf: policy.limitsOf };
    if (said === 'fails')
      return recordFailure(state, { code: 'timeout', retryAfterMs: undefined }, context);
    const quotes = entriesOf(levels).map(([instrument, level]) => {
      const held = state.quotes[instrument];
      return said === 'again' && held
        ? { instrument, value: held.value, observedAt: held.observedAt }
        : { instrument, value: level * (said === 'again' ? 1 : said), observedAt: now };
    });
    return recordAnswer(state, { quotes, refused: [] }, context);
  });
  const known = SOURCES.map(([profile], index) => ({ profile, state: after[index] ?? UNASKED }));
  const observedAnew = after.some((state, index) =>
    bringsNewObservation(states[index] ?? UNASKED, state),
  );
  const { snapshot } = assemble(known, previous, policy, now);
  return {
    states: after,
    observedAnew,
    snapshot: snapshot ? succeed(previous, snapshot, observedAnew) : previous,
  };
}

/** All that a body shows of a snapshot but its label. */
const published = (snapshot: Snapshot | null): string =>
  JSON.stringify(snapshot && { ...snapshot, groups: undefined }, (key, value) =>
    key === 'validUntil' ? undefined : value,
  );

describe('the timestamp', () => {
  it('never moves without a new observation, never goes back, and always moves with the bytes', () => {
    fc.assert(
      fc.property(refreshes, (steps) => {
        let now = NOW;
        let { states, snapshot } = refresh([], ['again', 'again', 'again', 'again'], null, now);
        for (const { after, answers } of steps) {
          now += after;
          const next = refresh(states, answers, snapshot, now);
          const [before, since] = [snapshot?.assembledAt ?? 0, next.snapshot?.assembledAt ?? 0];
          if (!next.observedAnew) expect(since).toBe(before);
          expect(since).toBeGreaterThanOrEqual(before);
          expect(published(next.snapshot) === published(snapshot)).toBe(since === before);
          ({ states, snapshot } = next);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

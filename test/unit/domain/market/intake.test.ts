import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { confirmQuarantined } from '../../../../src/domain/market/confirmation.ts';
import type { Instrument } from '../../../../src/domain/market/instrument.ts';
import {
  bringsNewObservation,
  recordAnswer,
  recordFailure,
} from '../../../../src/domain/market/intake.ts';
import type { InstrumentLimits } from '../../../../src/domain/market/limits.ts';
import type { Quote } from '../../../../src/domain/market/quote.ts';
import { type SourceState, UNASKED } from '../../../../src/domain/market/state.ts';
import { aProfile, DAY, HOUR, MINUTE, NOW, schedule } from '../../../support/market/sources.ts';

const IRR = 'irr:official' as const;
const rialLimits: InstrumentLimits = { tolerance: 0.1, jump: 0.35 };
const alpha = aProfile({ name: 'alpha' });
const beta = aProfile({ name: 'beta', rank: 2 });

const quote = (value: number, changes: Partial<Quote> = {}): Quote => ({
  instrument: IRR,
  value,
  observedAt: NOW - MINUTE,
  ...changes,
});

const limitsOf = (): InstrumentLimits => rialLimits;

const answer = (
  state: SourceState,
  quotes: readonly Quote[],
  { profile = alpha, now = NOW, limits = limitsOf }: Partial<Context> = {},
) => recordAnswer(state, { quotes, refused: [] }, { profile, limitsOf: limits, schedule, now });

interface Context {
  profile: typeof alpha;
  now: number;
  limits: (instrument: Instrument) => InstrumentLimits;
}

const confirm = (sources: Record<string, SourceState>, now = NOW) =>
  confirmQuarantined(sources, { profiles: [alpha, beta], limitsOf, readmitAfterPolls: 3, now });

describe('recording an answer', () => {
  it.each([
    ['zero', 0, 'not a positive number'],
    ['a negative number', -1, 'not a positive number'],
    ['not a number', Number.NaN, 'not a positive number'],
    ['infinity', Number.POSITIVE_INFINITY, 'not a positive number'],
  ])('refuses %s and keeps the last accepted value', (_name, value, reason) => {
    const before = answer(UNASKED, [quote(1_300_000)]);
    const after = answer(before, [quote(value)]);
    expect(after.quotes[IRR]?.value).toBe(1_300_000);
    expect(after.refusals).toEqual([{ instrument: IRR, reason }]);
  });

  it.each([
    ['more than a minute ahead', NOW + MINUTE + 1, 'dated in the future'],
    ['older than its source allows', NOW - HOUR - 1, 'too old'],
  ])('refuses a quote dated %s', (_name, observedAt, reason) => {
    const after = answer(UNASKED, [quote(1_300_000, { observedAt })]);
    expect(after.quotes[IRR]).toBeUndefined();
    expect(after.refusals).toEqual([{ instrument: IRR, reason }]);
  });

  it('allows a source that dates by day to be a day ahead', () => {
    const daily = aProfile({ cadence: 'daily', usableForMs: 5 * DAY });
    const tomorrow = quote(1_300_000, { observedAt: NOW + DAY });
    expect(answer(UNASKED, [tomorrow], { profile: daily }).quotes[IRR]?.value).toBe(1_300_000);
  });

  it.each([
    ['a fall to a tenth', -90],
    ['a rise to ten times', 900],
    ['no number', Number.NaN],
  ])('takes a value without its change where that is %s', (_name, percent) => {
    const change = { percent, basis: '24h' } as const;
    const after = answer(UNASKED, [quote(1_300_000, { change })]);
    expect(after.quotes[IRR]).toMatchObject({ value: 1_300_000 });
    expect(after.quotes[IRR]).not.toHaveProperty('change');
    expect(after.refusals).toEqual([{ instrument: IRR, reason: 'incredible change' }]);
  });

  it.each([-75, 0, 40, 390])('takes a change of %d %', (percent) => {
    const change = { percent, basis: '24h' } as const;
    const after = answer(UNASKED, [quote(1_300_000, { change })]);
    expect(after.quotes[IRR]?.change).toEqual(change);
    expect(after.refusals).toEqual([]);
  });

  it('holds a value against the usual level once the last accepted one is three days old', () => {
    const before = answer(UNASKED, [quote(1_300_000)]);
    const now = NOW + 3 * DAY + 1;
    const later = quote(2_600_000, { observedAt: now });
    expect(answer(before, [later], { now: now - 2 }).quarantine[IRR]).toBeDefined();
    expect(answer(before, [later], { now }).quotes[IRR]?.value).toBe(2_600_000);
  });

  it('names what a source has stopped to quote, and keeps it', () => {
    const before = answer(UNASKED, [quote(1_300_000), quote(1.1, { instrument: 'currency:EUR' })]);
    const after = answer(before, [quote(1_300_000)]);
    expect(after.refusals).toEqual([{ instrument: 'currency:EUR', reason: 'missing' }]);
    expect(after.quotes['currency:EUR']?.value).toBe(1.1);
  });

  it('keeps its quotes through a failure, and counts from when the outage began', () => {
    const before = answer(UNASKED, [quote(1_300_000)]);
    const context = { profile: alpha, schedule };
    const first = recordFailure(
      before,
      { code: 'timeout', retryAfterMs: undefined },
      { ...context, now: NOW },
    );
    const second = recordFailure(
      first,
      { code: 'http-status', retryAfterMs: undefined },
      { ...context, now: NOW + MINUTE },
    );
    expect(second.quotes).toEqual(before.quotes);
    expect(second.outage).toEqual({ code: 'http-status', since: NOW, failures: 2 });
    expect(second.succeededAt).toBe(NOW);
  });

  it('dates gold of the weekend by the close of the week', () => {
    const saturday = Date.UTC(2026, 9, 10, 12);
    const friday17NewYork = Date.UTC(2026, 9, 9, 21);
    const gold = quote(4152.4, { instrument: 'metal:XAU', observedAt: saturday });
    const after = answer(UNASKED, [gold], { now: saturday + MINUTE });
    expect(after.quotes['metal:XAU']?.observedAt).toBe(friday17NewYork);
    expect(after.refusals).toEqual([]);
  });

  it('tells a new observation from an old one told again', () => {
    const before = answer(UNASKED, [quote(1_300_000)]);
    expect(bringsNewObservation(UNASKED, before)).toBe(true);
    expect(bringsNewObservation(before, answer(before, [quote(1_300_000)]))).toBe(false);
    expect(bringsNewObservation(before, answer(before, [quote(1_300_001)]))).toBe(true);
    const later = quote(1_300_000, { observedAt: NOW });
    expect(bringsNewObservation(before, answer(before, [later]))).toBe(true);
  });
});

describe('a devaluation from 42,000 to 1,300,000', () => {
  const settled = () => answer(UNASKED, [quote(42_000)]);

  it('is not believed of one source at once', () => {
    const { alpha: after } = confirm({ alpha: answer(settled(), [quote(1_300_000)]) });
    expect(after?.quotes[IRR]?.value).toBe(42_000);
  });

  it('is believed at once of two independent sources', () => {
    const sources = {
      alpha: answer(settled(), [quote(1_300_000)]),
      beta: answer(settled(), [quote(1_350_000)], { profile: beta }),
    };
    const confirmed = confirm(sources);
    expect(confirmed.alpha?.quotes[IRR]?.value).toBe(1_300_000);
    expect(confirmed.beta?.quotes[IRR]?.value).toBe(1_350_000);
    expect(confirmed.alpha?.quarantine).toEqual({});
  });

  it('is not believed of two sources that are one voice', () => {
    const twin = { ...beta, voteGroup: alpha.voteGroup };
    const sources = {
      alpha: answer(settled(), [quote(1_300_000)]),
      beta: answer(settled(), [quote(1_300_000)], { profile: twin }),
    };
    const confirmed = confirmQuarantined(sources, {
      profiles: [alpha, twin],
      limitsOf,
      readmitAfterPolls: 3,
      now: NOW,
    });
    expect(confirmed.alpha?.quotes[IRR]?.value).toBe(42_000);
  });

  it('is believed of one source at its third poll in a row, and of any other start and end', () => {
    const level = fc.double({ min: 1_000, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        level,
        fc.double({ min: 1.6, max: 80, noNaN: true }),
        fc.boolean(),
        (from, factor, up) => {
          const power = Math.log10(factor);
          // A move by a power of ten is a unit slip; the next test is about those.
          fc.pre(Math.abs(power - Math.round(power)) > 0.07);
          const to = up ? from * factor : from / factor;
          let state = answer(UNASKED, [quote(from)]);
          const published: (number | undefined)[] = [];
          for (let poll = 1; poll <= 3; poll += 1) {
            state = answer(state, [quote(to * (1 + poll / 1000))]);
            state = confirm({ alpha: state }).alpha ?? state;
            published.push(state.quotes[IRR]?.value);
          }
          expect(published[1]).toBeCloseTo(from, 3);
          expect((published[2] ?? 0) / to).toBeCloseTo(1.003, 6);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is not believed on the word of a source that is past its age limit', () => {
    const seconded = answer(settled(), [quote(1_350_000)], { profile: beta });
    const now = NOW + 2 * HOUR;
    const fresh = quote(1_300_000, { observedAt: now });
    const sources = { alpha: answer(settled(), [fresh], { now }), beta: seconded };
    expect(confirm(sources, now).alpha?.quotes[IRR]?.value).toBe(42_000);
  });

  it('starts counting again when the source contradicts itself', () => {
    let state = settled();
    for (const value of [1_300_000, 1_310_000, 400_000, 1_300_000, 1_300_000]) {
      state = confirm({ alpha: answer(state, [quote(value)]) }).alpha ?? state;
    }
    expect(state.quotes[IRR]?.value).toBe(42_000);
  });
});

describe('a source that has never been believed', () => {
  const limits = (): InstrumentLimits => ({ ...rialLimits, level: 1_350_000 });
  const insisting = (value: number, polls: number) => {
    let state = UNASKED;
    for (let poll = 0; poll < polls; poll += 1) state = answer(state, [quote(value)], { limits });
    return state;
  };
  const confirmWith = (sources: Record<string, SourceState>) =>
    confirmQuarantined(sources, {
      profiles: [alpha, beta],
      limitsOf: limits,
      readmitAfterPolls: 3,
      now: NOW,
    });

  it('is not believed for insisting, where another gives the instrument', () => {
    const sources = {
      alpha: insisting(150_000, 50),
      beta: answer(UNASKED, [quote(1_350_000)], { profile: beta, limits }),
    };
    expect(confirmWith(sources).alpha?.quotes[IRR]).toBeUndefined();
  });

  it('is believed for insisting, where nobody else does and it looks like no slip', () => {
    expect(confirmWith({ alpha: insisting(8_000_000, 3) }).alpha?.quotes[IRR]?.value).toBe(
      8_000_000,
    );
  });

  it('is not believed where it looks like a slip of a level that has drifted since', () => {
    // A true 1,840,000, a third above the usual level, in toman.
    expect(confirmWith({ alpha: insisting(184_000, 50) }).alpha?.quotes[IRR]).toBeUndefined();
  });
});

describe('a tenfold unit slip', () => {
  it('is never published, however long one source insists', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 1e8, noNaN: true }),
        fc.constantFrom(10, 0.1),
        fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (value, slip, noise) => {
          let state = answer(UNASKED, [quote(value)]);
          for (const each of noise) {
            state = confirm({ alpha: answer(state, [quote(value * slip * each)]) }).alpha ?? state;
          }
          expect((state.quotes[IRR]?.value ?? 0) / value).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is not published at a cold start either, where the usual level is known', () => {
    const limits = () => ({ ...rialLimits, level: 1_350_000 });
    let state: SourceState = UNASKED;
    for (let poll = 0; poll < 5; poll += 1) {
      state = answer(state, [quote(13_469_041)], { limits });
      const confirmed = confirmQuarantined(
        { alpha: state },
        { profiles: [alpha], limitsOf: limits, readmitAfterPolls: 3, now: NOW },
      );
      state = confirmed.alpha ?? state;
    }
    expect(state.quotes[IRR]).toBeUndefined();
  });
});

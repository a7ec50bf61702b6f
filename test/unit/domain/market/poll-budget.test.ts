import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import { overAsked, planPolls } from '../../../../src/domain/market/poll-budget.ts';
import { createPollSchedule } from '../../../../src/domain/market/poll-schedule.ts';
import { aProfile, DAY, HOUR, MINUTE, schedule } from '../../../support/market/sources.ts';

const PROFILES = CATALOGUE.map(({ profile }) => profile);
const anyTtlMs = fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1000);
const onPublicHosts = (ttlMs: number) => ({ ttlMs, keepsOwnPace: () => true });

const planFor = (changes: Parameters<typeof aProfile>[0], ttlMs: number, keepsOwnPace = true) => {
  const [plan] = planPolls([aProfile(changes)], { ttlMs, keepsOwnPace: () => keepsOwnPace });
  if (!plan) throw new Error('a profile without a plan');
  return plan;
};

const budget = (callsPerPoll: number, callsPerDayAllowed: number) => ({
  callsPerPoll,
  callsPerDayAllowed,
  allowanceSource: 'a test',
});

describe('the polling plan of a day', () => {
  it('counts a healthy day at the pace that the source’s name gives it', () => {
    const profile = { name: 'alpha', pollEveryMs: MINUTE, budget: budget(2, 1440) };
    const plan = planFor(profile, 5 * MINUTE);
    const untilNextMs = schedule.afterSuccess(aProfile(profile), 0);
    expect(plan).toMatchObject({
      intervalMs: 4 * MINUTE,
      callsPerDay: Math.ceil(DAY / untilNextMs) * 2,
      asked: null,
    });
    // Asked again after 4 min, and after 3.6 at the earliest.
    expect(plan.callsPerDay).toBeGreaterThanOrEqual(720);
    expect(plan.callsPerDay).toBeLessThanOrEqual(800);
  });

  it('never asks a source more often than its own pace', () => {
    const plan = planFor({ pollEveryMs: HOUR, budget: budget(1, 24) }, 5 * MINUTE);
    expect(plan).toMatchObject({ intervalMs: HOUR, validForMs: 75 * MINUTE });
    expect(plan.callsPerDay).toBeLessThanOrEqual(24);
  });

  it('keeps every source of the catalogue within its allowance, whatever the TTL', () => {
    fc.assert(
      fc.property(anyTtlMs, (ttlMs) => {
        for (const plan of planPolls(PROFILES, onPublicHosts(ttlMs))) {
          const { source, callsPerDay, allowance } = plan;
          expect({ source, exceeds: callsPerDay > (allowance?.callsPerDayAllowed ?? 0) }).toEqual({
            source,
            exceeds: false,
          });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('bounds the calls of a day of any successes and failures', () => {
    const profile = aProfile({ pollEveryMs: MINUTE });
    const options = onPublicHosts(5 * MINUTE);
    const most = planPolls([profile], options)[0]?.callsPerDayAtWorst ?? 0;
    const fates = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fates, fc.double({ min: 0, max: 1, noNaN: true }), (fate, random) => {
        const drawn = createPollSchedule({ ...options, random: () => random });
        let [now, failures, calls] = [0, 0, 0];
        while (now < DAY) {
          failures = fate[calls % fate.length] ? 0 : failures + 1;
          calls += 1;
          now =
            failures === 0
              ? drawn.afterSuccess(profile, now)
              : drawn.afterFailure(profile, { code: 'timeout', since: 0, failures }, now);
        }
        // A cycle under way at midnight may have had its retries already.
        expect(calls).toBeLessThanOrEqual(most + 3);
      }),
      { numRuns: 1_000 },
    );
  });

  it('names a live source of which the TTL asks for more than is allowed', () => {
    const plan = planFor({ pollEveryMs: 5 * MINUTE, budget: budget(1, 645) }, MINUTE);
    // 60 s × 0.8, and up to a tenth earlier: one poll in 43.2 to 48 s.
    expect(plan.asked?.intervalMs).toBe(48_000);
    expect(plan.asked?.callsPerDay).toBeGreaterThanOrEqual(1_800);
    expect(plan.asked?.callsPerDay).toBeLessThanOrEqual(2_000);
    expect(overAsked([plan])).toEqual([plan]);
  });

  it('does not take a short TTL for a wish to ask a daily fixing all the time', () => {
    const plan = planFor({ cadence: 'daily', pollEveryMs: HOUR, budget: budget(1, 24) }, MINUTE);
    expect(plan.asked).not.toBeNull();
    expect(overAsked([plan])).toEqual([]);
  });

  it('binds no source on an origin of the operator’s own', () => {
    const plan = planFor({ pollEveryMs: HOUR, budget: budget(1, 24) }, MINUTE, false);
    expect(plan).toMatchObject({ allowance: null, asked: null });
    expect(plan.callsPerDay).toBeGreaterThanOrEqual(1_800);
    expect(overAsked([plan])).toEqual([]);
  });

  it('finds nothing to complain of in the default settings', () => {
    expect(overAsked(planPolls(PROFILES, onPublicHosts(5 * MINUTE)))).toEqual([]);
  });
});

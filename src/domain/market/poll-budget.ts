import { createPollSchedule, type PollPace, type PollSchedule } from './poll-schedule.ts';
import type { PollBudget, SourceName, SourceProfile } from './source.ts';

const DAY_MS = 86_400_000;

/**
 * The longest run of failures between two good answers that can make a source dearer: further ones
 * wait for a full interval and more, so they only bring the average down.
 */
const MOST_FAILURES = 5;

/** What a day of polling costs one source, under traffic around the clock. */
export interface PollPlan {
  readonly source: SourceName;
  /** Regular time between two polls, in ms. */
  readonly intervalMs: number;
  /** How long after a poll its answer counts as current, in ms. */
  readonly validForMs: number;
  readonly callsPerPoll: number;
  /** The calls of a healthy day. */
  readonly callsPerDay: number;
  /**
   * The most calls of a day on which the source fails and recovers as unluckily as it can, which is
   * dearer than a day-long outage: each recovery starts the retries anew.
   */
  readonly callsPerDayAtWorst: number;
  /** Null for a source on an origin of the operator's own, which no published limit binds. */
  readonly allowance: Pick<PollBudget, 'callsPerDayAllowed' | 'allowanceSource'> | null;
  /** What `MARKET_TTL_SECONDS` asks for beyond the source's own pace; null where it is granted. */
  readonly asked: { readonly intervalMs: number; readonly callsPerDay: number } | null;
  /** What is asked for is more than the provider allows, and not only more than is of use. */
  readonly overAsked: boolean;
}

/** The schedule of a day as `createPollSchedule` makes it, counted and not run. */
export function planPolls(profiles: readonly SourceProfile[], pace: PollPace): readonly PollPlan[] {
  return profiles.map((profile) => planOf(profile, pace));
}

/** The sources whose allowance the settings would exceed, were they not held to their own pace. */
export const overAsked = (plans: readonly PollPlan[]): readonly PollPlan[] =>
  plans.filter((plan) => plan.overAsked);

function planOf(profile: SourceProfile, pace: PollPace): PollPlan {
  const { callsPerPoll, callsPerDayAllowed, allowanceSource } = profile.budget;
  const schedule = earliest(pace);
  const perDay = (pollsPerMs: number) => Math.ceil(pollsPerMs * DAY_MS) * callsPerPoll;

  const unbound = earliest({ ...pace, keepsOwnPace: () => false });
  const askedIntervalMs = unbound.intervalMs(profile);
  const askedCallsPerDay = perDay(pollRate(profile, unbound));
  const bound = pace.keepsOwnPace(profile);
  const held = bound && askedIntervalMs < schedule.intervalMs(profile);
  return {
    source: profile.name,
    intervalMs: schedule.intervalMs(profile),
    validForMs: schedule.validForMs(profile),
    callsPerPoll,
    callsPerDay: perDay(pollRate(profile, schedule)),
    callsPerDayAtWorst: perDay(worstPollRate(profile, schedule)),
    allowance: bound ? { callsPerDayAllowed, allowanceSource } : null,
    asked: held ? { intervalMs: askedIntervalMs, callsPerDay: askedCallsPerDay } : null,
    // A daily fixing loses nothing by its slower pace, so a short TTL is no request for more of it.
    overAsked: held && profile.cadence === 'live' && askedCallsPerDay > callsPerDayAllowed,
  };
}

/** The schedule with every retry as early as jitter makes it. */
const earliest = (pace: PollPace): PollSchedule => createPollSchedule({ ...pace, random: () => 1 });

/** Polls per ms of a source that always answers. */
const pollRate = (profile: SourceProfile, schedule: PollSchedule): number =>
  1 / schedule.afterSuccess(profile, 0);

/** Polls per ms in the worst cycle of one good answer and some failures. */
function worstPollRate(profile: SourceProfile, schedule: PollSchedule): number {
  let cycleMs = schedule.afterSuccess(profile, 0);
  let worst = 1 / cycleMs;
  for (let failures = 1; failures <= MOST_FAILURES; failures += 1) {
    cycleMs += schedule.afterFailure(profile, { code: 'timeout', since: 0, failures }, 0);
    worst = Math.max(worst, (failures + 1) / cycleMs);
  }
  return worst;
}

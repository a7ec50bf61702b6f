import { isAhead } from './clock-skew.ts';
import type { SourceProfile } from './source.ts';
import type { SourceOutage, SourceState } from './state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A source is asked again when this part of the time for which its answer is good has passed, so that
 * under traffic the next answer is there before the last one expires.
 */
const REFRESH_AHEAD = 0.8;
/**
 * Regular polls come earlier by up to this part, of which each source has its own, so that sources do
 * not fall into step; later where earlier would be more often than the source's own pace allows.
 * Nothing of it is left to chance: however many replicas there are, they ask when one would.
 */
const SPREAD = 0.1;
/**
 * Retries come earlier by up to this part, at random, so that those who lost a provider together do
 * not come back to it together.
 */
const JITTER = 0.1;
/** First retry after a failure, as a part of the regular interval; doubled each time. */
const FIRST_RETRY = 1 / 8;
/** After so many failures in a row the breaker is open: one probe per full validity. */
const BREAKER_THRESHOLD = 5;
/** 403, 418, 451: the provider does not want us; asking again within hours makes it worse. */
export const BLOCKED_FOR_MS = 6 * HOUR_MS;
/** No `Retry-After` keeps a source out for longer than a day. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** When to ask each source, and for how long its answer is good. All durations in ms. */
export interface PollSchedule {
  /** Regular time between two polls of a source. */
  intervalMs(profile: SourceProfile): number;
  /** For how long after a poll the source stands behind its answer. */
  validForMs(profile: SourceProfile): number;
  /** @returns Unix ms of the next poll after a good answer at `now`. */
  afterSuccess(profile: SourceProfile, now: number): number;
  /** @returns Unix ms of the next poll after a failure at `now`. */
  afterFailure(
    profile: SourceProfile,
    outage: SourceOutage,
    now: number,
    retryAfterMs?: number,
  ): number;
}

/** What the operator decides of the pace. */
export interface PollPace {
  /** `MARKET_TTL_SECONDS` in ms. */
  readonly ttlMs: number;
  /**
   * The sources whose own pace applies. A source on an origin of the operator's own (a mirror, a
   * simulator) is not bound by the public host's limits and is asked once per TTL.
   */
  readonly keepsOwnPace: (profile: SourceProfile) => boolean;
}

export interface PollScheduleOptions extends PollPace {
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export function createPollSchedule({
  ttlMs,
  keepsOwnPace,
  random,
}: PollScheduleOptions): PollSchedule {
  const intervalMs = (profile: SourceProfile) => {
    const perTtl = ttlMs * REFRESH_AHEAD;
    return keepsOwnPace(profile) ? Math.max(perTtl, profile.pollEveryMs) : perTtl;
  };
  const validForMs = (profile: SourceProfile) => intervalMs(profile) / REFRESH_AHEAD;
  const untilNextMs = (profile: SourceProfile) => {
    const interval = intervalMs(profile);
    const spread = SPREAD * interval * shareOf(profile.name);
    const least = keepsOwnPace(profile) ? profile.pollEveryMs : 0;
    return interval - spread < least ? interval + spread : interval - spread;
  };
  const jittered = (ms: number) => ms * (1 - JITTER * random());
  const untilRetryMs = (profile: SourceProfile, outage: SourceOutage) => {
    if (outage.code === 'blocked') return BLOCKED_FOR_MS;
    if (outage.code === 'rate-limited' || isBreakerOpen(outage)) return validForMs(profile);
    const interval = intervalMs(profile);
    return Math.min(interval * FIRST_RETRY * 2 ** (outage.failures - 1), interval);
  };

  return {
    intervalMs,
    validForMs,
    afterSuccess: (profile, now) => now + untilNextMs(profile),
    afterFailure(profile, outage, now, retryAfterMs) {
      const told = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
      return now + Math.max(told, jittered(untilRetryMs(profile, outage)));
    },
  };
}

/** A number in [0, 1) of a name's own: its 32-bit FNV-1a hash. Provider names are ASCII. */
function shareOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Unix ms at which a source may be asked; now, where the clock that set its turn was ahead of ours. */
export const turnOf = ({ attemptedAt, nextPollAt }: SourceState, now: number): number =>
  attemptedAt !== null && isAhead(attemptedAt, now) ? now : nextPollAt;

/** The breaker of a source is open: it is probed now and then, and nobody waits for it. */
export const isBreakerOpen = (outage: SourceOutage | null): boolean =>
  outage !== null && (outage.code === 'blocked' || outage.failures >= BREAKER_THRESHOLD);

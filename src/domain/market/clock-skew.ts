/** By so much the clocks of replicas may differ, or one clock before and after it was set, in ms. */
export const CLOCK_SKEW_MS = 60_000;

/** A time that has not come yet: the clock that it was read off was wrong, or is no longer ours. */
export const isAhead = (at: number, now: number): boolean => at > now + CLOCK_SKEW_MS;

import { isAhead } from './clock-skew.ts';
import { validUntil } from './freshness-policy.ts';
import type { Snapshot } from './snapshot.ts';
import type { MarketState, SourceState } from './state.ts';

/**
 * What two replicas know together: of each source the state after its latest poll, and the later
 * snapshot. The order does not matter, and no snapshot goes back in time, but from a time that has not
 * come yet: such a one gives way to any other.
 */
export function mergeStates(own: MarketState, stored: MarketState, now: number): MarketState {
  const sources: Record<string, SourceState> = { ...own.sources };
  for (const [name, theirs] of Object.entries(stored.sources)) {
    const ours = sources[name];
    if (!ours || askedAt(theirs, now) >= askedAt(ours, now)) sources[name] = theirs;
  }
  return { sources, snapshot: later(own.snapshot, stored.snapshot, now) };
}

const askedAt = ({ attemptedAt }: SourceState, now: number): number =>
  attemptedAt === null || isAhead(attemptedAt, now) ? 0 : attemptedAt;

function later(a: Snapshot | null, b: Snapshot | null, now: number): Snapshot | null {
  if (!a || !b) return a ?? b;
  const aIsAhead = isAhead(a.assembledAt, now);
  if (aIsAhead !== isAhead(b.assembledAt, now)) return aIsAhead ? b : a;
  if (a.assembledAt !== b.assembledAt) return a.assembledAt > b.assembledAt ? a : b;
  return validUntil(a) > validUntil(b) ? a : b;
}

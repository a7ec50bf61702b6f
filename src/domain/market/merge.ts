import { validUntil } from './freshness-policy.ts';
import type { Snapshot } from './snapshot.ts';
import type { MarketState, SourceState } from './state.ts';

/**
 * What two replicas know together: of each source the state after its latest poll, and the later
 * snapshot. The order does not matter, and no snapshot goes back in time.
 */
export function mergeStates(own: MarketState, stored: MarketState): MarketState {
  const sources: Record<string, SourceState> = { ...own.sources };
  for (const [name, theirs] of Object.entries(stored.sources)) {
    const ours = sources[name];
    if (!ours || (theirs.attemptedAt ?? 0) >= (ours.attemptedAt ?? 0)) sources[name] = theirs;
  }
  return { sources, snapshot: later(own.snapshot, stored.snapshot) };
}

function later(a: Snapshot | null, b: Snapshot | null): Snapshot | null {
  if (!a || !b) return a ?? b;
  if (a.assembledAt !== b.assembledAt) return a.assembledAt > b.assembledAt ? a : b;
  return validUntil(a) > validUntil(b) ? a : b;
}

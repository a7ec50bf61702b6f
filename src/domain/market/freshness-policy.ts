import { isAhead } from './clock-skew.ts';
import type { Freshness, GroupSupport, Snapshot } from './snapshot.ts';

const supports = ({ groups }: Snapshot): readonly GroupSupport[] => [
  groups.currencies,
  groups.gold,
  groups.crypto,
];

/** Unix ms until which every group's sources stand by the snapshot. */
export const validUntil = (snapshot: Snapshot): number =>
  Math.min(...supports(snapshot).map((group) => group.validUntil));

export const restsOnLastGood = (snapshot: Snapshot): boolean =>
  supports(snapshot).some((group) => group.restsOnLastGood);

/** The snapshot's time is over, or lies in a future that a wrong clock gave it. */
export const isOver = (snapshot: Snapshot, now: number): boolean =>
  now > validUntil(snapshot) || isAhead(snapshot.assembledAt, now);

/**
 * The word for a response.
 *
 * @param waited this response waited for the refresh that assembled the snapshot.
 */
export function freshnessOf(snapshot: Snapshot, now: number, waited: boolean): Freshness {
  if (restsOnLastGood(snapshot) || isOver(snapshot, now)) return 'stale';
  return waited ? 'live' : 'cached';
}

/**
 * For how many ms from `now` the word stays true of a stored copy. `live` speaks of one response
 * only, and `stale` ends with the next good refresh, which nobody can foresee.
 */
export const labelHoldsForMs = (freshness: Freshness, snapshot: Snapshot, now: number): number =>
  freshness === 'cached' ? Math.max(0, validUntil(snapshot) - now) : 0;

/** The snapshot is too old to be served at all. */
export const isExpired = (snapshot: Snapshot, maxStaleMs: number, now: number): boolean =>
  now > validUntil(snapshot) + maxStaleMs;

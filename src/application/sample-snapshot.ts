import { assemble } from '../domain/market/assembly.ts';
import type { RialKind } from '../domain/market/instrument.ts';
import { createPollSchedule } from '../domain/market/poll-schedule.ts';
import type { Quote } from '../domain/market/quote.ts';
import type { Snapshot } from '../domain/market/snapshot.ts';
import type { SourceProfile } from '../domain/market/source.ts';
import { UNASKED } from '../domain/market/state.ts';

/** The one source that a sample names, so that nobody takes it for the market. */
const SAMPLE: SourceProfile = {
  name: 'sample',
  cadence: 'daily',
  voteGroup: 'sample',
  rank: 0,
  pollEveryMs: 0,
  usableForMs: Number.POSITIVE_INFINITY,
  budget: { callsPerPoll: 0, callsPerDayAllowed: 0, allowanceSource: 'a file' },
};

/** @param observedAt Unix ms of the recording; the sample's timestamp. */
export function sampleSnapshot(
  quotes: readonly Quote[],
  observedAt: number,
  irr: RialKind,
): Snapshot | undefined {
  const held = quotes.map((quote) => [quote.instrument, { ...quote, obtainedAt: observedAt }]);
  const state = { ...UNASKED, quotes: Object.fromEntries(held) };
  const policy = {
    irr,
    limitsOf: () => ({ tolerance: 0, jump: 0 }),
    schedule: createPollSchedule({ ttlMs: 0, keepsOwnPace: () => false, random: () => 0 }),
    maxStaleMs: 0,
  };
  return assemble([{ profile: SAMPLE, state }], null, policy, observedAt).snapshot;
}

import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { InstrumentLimits } from '../../../src/domain/market/limits.ts';
import { createPollSchedule } from '../../../src/domain/market/poll-schedule.ts';
import type { KnownSource } from '../../../src/domain/market/price.ts';
import type { Quote } from '../../../src/domain/market/quote.ts';
import type { SourceProfile } from '../../../src/domain/market/source.ts';
import { type HeldQuote, UNASKED } from '../../../src/domain/market/state.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** 2026-10-05T09:37:00Z, a Monday, within the trading week of gold. */
export const NOW = Date.UTC(2026, 9, 5, 9, 37);

/** Five minutes, no jitter of retries, every source at the pace of its profile. */
export const schedule = createPollSchedule({
  ttlMs: 5 * MINUTE,
  keepsOwnPace: () => true,
  random: () => 0,
});

export const aProfile = (changes: Partial<SourceProfile> = {}): SourceProfile => ({
  name: 'alpha',
  cadence: 'live',
  voteGroup: changes.name ?? 'alpha',
  rank: 1,
  pollEveryMs: MINUTE,
  usableForMs: HOUR,
  budget: { callsPerPoll: 1, callsPerDayAllowed: 1440, allowanceSource: 'a test' },
  ...changes,
});

export const aQuote = (
  instrument: Instrument,
  value: number,
  changes: Partial<HeldQuote> = {},
): HeldQuote => ({ instrument, value, observedAt: NOW - MINUTE, obtainedAt: NOW, ...changes });

/** A source that has just answered with these quotes, all of them accepted. */
export const aSource = (
  profile: Partial<SourceProfile>,
  quotes: readonly HeldQuote[],
  succeededAt: number = NOW,
): KnownSource => ({
  profile: aProfile(profile),
  state: {
    ...UNASKED,
    attemptedAt: succeededAt,
    succeededAt,
    quotes: Object.fromEntries(quotes.map((quote) => [quote.instrument, quote])),
  },
});

/** Half a percent of tolerance, a jump of five, no level and no band. */
export const someLimits: InstrumentLimits = { tolerance: 0.005, jump: 0.05 };

export const asQuote = ({ instrument, value, observedAt, change }: HeldQuote): Quote => ({
  instrument,
  value,
  observedAt,
  ...(change && { change }),
});

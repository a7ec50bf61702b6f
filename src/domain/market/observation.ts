import { lastTradedAt, tradedMsBetween } from './gold-session.ts';
import { GOLD, type Instrument } from './instrument.ts';
import type { Quote } from './quote.ts';
import { type SourceProfile, usableForMs } from './source.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A source's clock may run ahead by a minute; one that dates by day alone, by a day. */
const FUTURE_ALLOWANCE_MS = { live: MINUTE_MS, daily: DAY_MS } as const;

export const isFromTheFuture = (quote: Quote, profile: SourceProfile, now: number): boolean =>
  quote.observedAt > now + FUTURE_ALLOWANCE_MS[profile.cadence];

/**
 * When the value was last true. Live gold sources go on stamping the closing price with the current
 * time over a weekend; the close is when it was observed.
 */
export const observationTime = (quote: Quote, profile: SourceProfile): number =>
  quote.instrument === GOLD && profile.cadence === 'live'
    ? lastTradedAt(quote.observedAt)
    : quote.observedAt;

/** Age in ms by the source's own observation time; a closed market does not age its last price. */
const ageOf = (instrument: Instrument, profile: SourceProfile, observedAt: number, now: number) =>
  instrument === GOLD && profile.cadence === 'live'
    ? tradedMsBetween(observedAt, now)
    : now - observedAt;

export const isUsable = (quote: Quote, profile: SourceProfile, now: number): boolean =>
  ageOf(quote.instrument, profile, quote.observedAt, now) <= usableForMs(profile, quote.instrument);

import type { ProviderError, ProviderReport } from '../ports/rate-provider.ts';
import { remember } from './history.ts';
import type { Instrument } from './instrument.ts';
import type { InstrumentLimits } from './limits.ts';
import { deviation } from './median.ts';
import { isFromTheFuture, isUsable, observationTime } from './observation.ts';
import type { PollSchedule } from './poll-schedule.ts';
import { significant } from './precision.ts';
import type { Quote } from './quote.ts';
import { isCredible, judge } from './sanity-gate.ts';
import type { SourceProfile } from './source.ts';
import {
  type HeldQuote,
  type QuarantinedQuote,
  type Refusal,
  type SourceState,
  valuesOf,
} from './state.ts';

/** An accepted value older than this says nothing about today's; the usual level then stands in. */
const BASELINE_FOR_MS = 72 * 3_600_000;

export interface IntakeContext {
  readonly profile: SourceProfile;
  readonly limitsOf: (instrument: Instrument) => InstrumentLimits;
  readonly schedule: PollSchedule;
  /** Unix ms at which the answer arrived. */
  readonly now: number;
}

/**
 * A source's state after a good answer. Each quote is taken, put into quarantine or refused by
 * itself; a value that is not taken leaves the last accepted one where it was.
 */
export function recordAnswer(
  state: SourceState,
  report: ProviderReport,
  context: IntakeContext,
): SourceState {
  const { profile, schedule, now } = context;
  const quotes: Partial<Record<Instrument, HeldQuote>> = { ...state.quotes };
  const quarantine: Partial<Record<Instrument, QuarantinedQuote>> = {};
  const history = { ...state.history };
  const refusals: Refusal[] = report.refused.map(({ instrument, reason }) => ({
    instrument,
    reason,
  }));

  for (const quote of report.quotes) {
    const { instrument } = quote;
    const held = hold(quote, context);
    if (quote.change && !held.change) refusals.push({ instrument, reason: 'incredible change' });
    const verdict = admit(held, state.quotes[instrument], context);
    if (verdict === 'pass') {
      quotes[instrument] = held;
      if (!held.change) history[instrument] = remember(history[instrument] ?? [], held);
    } else if (verdict === 'suspect') {
      quarantine[instrument] = requarantine(state.quarantine[instrument], held, context);
    } else {
      refusals.push({ instrument, reason: verdict });
    }
  }

  return {
    ...state,
    quotes,
    quarantine,
    history,
    past: report.past ?? state.past,
    refusals: [...refusals, ...missing(state, report, context)],
    attemptedAt: now,
    succeededAt: now,
    nextPollAt: schedule.afterSuccess(profile, now),
    outage: null,
  };
}

/** A source's state after a failed poll: its quotes stay, its next turn is put off. */
export function recordFailure(
  state: SourceState,
  error: Pick<ProviderError, 'code' | 'retryAfterMs'>,
  { profile, schedule, now }: Pick<IntakeContext, 'profile' | 'schedule' | 'now'>,
): SourceState {
  const outage = {
    code: error.code,
    since: state.outage?.since ?? now,
    failures: (state.outage?.failures ?? 0) + 1,
  };
  return {
    ...state,
    attemptedAt: now,
    outage,
    nextPollAt: schedule.afterFailure(profile, outage, now, error.retryAfterMs),
  };
}

/** A poll has brought something that was not known before: a new value, or a newer time for it. */
export const bringsNewObservation = (before: SourceState, after: SourceState): boolean =>
  valuesOf(after.quotes).some((quote) => {
    const known = before.quotes[quote.instrument];
    return !known || known.value !== quote.value || known.observedAt !== quote.observedAt;
  });

const hold = (
  { change, ...quote }: Quote,
  { profile, now }: Pick<IntakeContext, 'profile' | 'now'>,
): HeldQuote => ({
  ...quote,
  value: significant(quote.value),
  observedAt: observationTime(quote, profile),
  obtainedAt: now,
  ...(change && isCredible(change) && { change }),
});

/** @returns `pass`, `suspect`, or the reason of a refusal. */
function admit(quote: HeldQuote, last: HeldQuote | undefined, context: IntakeContext): string {
  const { profile, limitsOf, now } = context;
  if (!(Number.isFinite(quote.value) && quote.value > 0)) return 'not a positive number';
  if (isFromTheFuture(quote, profile, now)) return 'dated in the future';
  if (!isUsable(quote, profile, now)) return 'too old';
  const baseline = last && now - last.obtainedAt <= BASELINE_FOR_MS ? last.value : undefined;
  const verdict = judge(quote.value, baseline, limitsOf(quote.instrument));
  return verdict === 'implausible' ? 'outside the plausible band' : verdict;
}

/** Counts how often in a row the source has said the same suspect thing. */
function requarantine(
  before: QuarantinedQuote | undefined,
  quote: HeldQuote,
  { limitsOf }: IntakeContext,
): QuarantinedQuote {
  const same =
    before && deviation(quote.value, before.quote.value) <= limitsOf(quote.instrument).jump;
  return { quote, polls: same ? before.polls + 1 : 1 };
}

/** What the source stands for and no longer names. */
function missing(state: SourceState, report: ProviderReport, context: IntakeContext): Refusal[] {
  const named = new Set<Instrument>([
    ...report.quotes.map((quote) => quote.instrument),
    ...report.refused.map((entry) => entry.instrument),
  ]);
  return valuesOf(state.quotes)
    .filter((quote) => !named.has(quote.instrument))
    .filter((quote) => isUsable(quote, context.profile, context.now))
    .map(({ instrument }) => ({ instrument, reason: 'missing' }));
}

import { codeOf, type Instrument } from '../../domain/market/instrument.ts';
import { deviation, median } from '../../domain/market/median.ts';
import { type Price, type PricingPolicy, priceInstrument } from '../../domain/market/price.ts';
import type { Cadence, SourceName } from '../../domain/market/source.ts';
import { sourceStatus } from '../../domain/market/source-status.ts';
import { type HeldQuote, valuesOf } from '../../domain/market/state.ts';
import type { Answer } from './survey.ts';

/**
 * `good`; `apart`: some of its values lie outside the tolerance of the sources that have a vote;
 * `partial`: some of what it said was refused or is held back; `down`: nothing came of asking it.
 */
export type Verdict = 'good' | 'apart' | 'partial' | 'down';

/** What an operator should know of one source. */
export interface Finding {
  readonly source: SourceName;
  /** It is among `MARKET_PROVIDERS`. */
  readonly enabled: boolean;
  readonly cadence: Cadence;
  /** A host answered, if only to refuse. */
  readonly reachable: boolean;
  readonly latencyMs: number;
  /** Unix ms of its newest and of its oldest observation; null where it gave none. */
  readonly asOf: number | null;
  readonly oldest: number | null;
  /** The instruments it gave a usable value of. */
  readonly instruments: readonly Instrument[];
  /** Null where no other source prices any of its instruments. */
  readonly deviation: Deviation | null;
  readonly verdict: Verdict;
  /** Why it is not good, in a few words. */
  readonly reason: string | null;
}

/** How far a source lies from the consensus, as fractions of it. */
export interface Deviation {
  readonly median: number;
  readonly worst: { readonly instrument: Instrument; readonly fraction: number };
  /** How many instruments could be compared. */
  readonly compared: number;
}

const NEVER_ANSWERED: readonly string[] = ['timeout', 'unreachable'];
/** More names than this would not make a line any clearer. */
const NAMED_AT_MOST = 5;

/**
 * Holds each source against the consensus of all that were asked, its own voice included, since that
 * is the value that would be published.
 */
export function findings(
  answers: readonly Answer[],
  enabled: readonly SourceName[],
  policy: PricingPolicy,
  now: number,
): readonly Finding[] {
  const prices = new Map<Instrument, Price | undefined>();
  const priceOf = (instrument: Instrument): Price | undefined => {
    if (!prices.has(instrument)) {
      prices.set(instrument, priceInstrument(instrument, answers, policy, now));
    }
    return prices.get(instrument);
  };
  return answers.map((answer) => {
    const { profile, state, latencyMs } = answer;
    const quotes = valuesOf(state.quotes);
    const times = quotes.map(({ observedAt }) => observedAt);
    const comparisons = compare(answer, answers, priceOf);
    return {
      source: profile.name,
      enabled: enabled.includes(profile.name),
      cadence: profile.cadence,
      reachable: !NEVER_ANSWERED.includes(state.outage?.code ?? ''),
      latencyMs,
      asOf: times.length > 0 ? Math.max(...times) : null,
      oldest: times.length > 0 ? Math.min(...times) : null,
      instruments: quotes.map(({ instrument }) => instrument).toSorted(),
      deviation: summary(comparisons),
      ...verdictOn(answer, comparisons, policy),
    };
  });
}

/** As an operator calls it: the two rials are told apart, and the rest go by their codes. */
export const nameOf = (instrument: Instrument): string =>
  instrument.startsWith('irr:') ? `IRR ${codeOf(instrument)}` : codeOf(instrument);

interface Comparison {
  readonly instrument: Instrument;
  readonly fraction: number;
  /** A daily fixing beside live prices has no vote: that it is yesterday's is no fault. */
  readonly hasVote: boolean;
}

/** What a source holds back is compared as well: it is what an operator most wants to see. */
function compare(
  { profile, state }: Answer,
  answers: readonly Answer[],
  priceOf: (instrument: Instrument) => Price | undefined,
): readonly Comparison[] {
  const heldBack = valuesOf(state.quarantine).map(({ quote }) => quote);
  const said = new Map<Instrument, HeldQuote>(
    [...valuesOf(state.quotes), ...heldBack].map((quote) => [quote.instrument, quote]),
  );
  return [...said].flatMap(([instrument, { value }]) => {
    const others = answers.some(
      (answer) => answer.profile.name !== profile.name && answer.state.quotes[instrument],
    );
    const price = priceOf(instrument);
    if (!others || !price) return [];
    const isLive = answers.some(
      (answer) => answer.profile.cadence === 'live' && price.sources.includes(answer.profile.name),
    );
    const hasVote = profile.cadence === 'live' || !isLive;
    return [{ instrument, fraction: deviation(value, price.value), hasVote }];
  });
}

function summary(comparisons: readonly Comparison[]): Deviation | null {
  const [worst] = comparisons.toSorted(byFraction);
  if (!worst) return null;
  return {
    median: median(comparisons.map(({ fraction }) => fraction)),
    worst: { instrument: worst.instrument, fraction: worst.fraction },
    compared: comparisons.length,
  };
}

function verdictOn(
  { state }: Answer,
  comparisons: readonly Comparison[],
  { limitsOf }: PricingPolicy,
): { readonly verdict: Verdict; readonly reason: string | null } {
  const status = sourceStatus(state);
  if (status.state === 'down') return { verdict: 'down', reason: status.reason ?? null };
  const apart = comparisons
    .filter(({ hasVote }) => hasVote)
    .filter(({ instrument, fraction }) => fraction > limitsOf(instrument).tolerance)
    .toSorted(byFraction)
    .map(({ instrument }) => nameOf(instrument));
  const reasons = [
    ...(apart.length > 0 ? [`${named(apart)}: outside the tolerance`] : []),
    ...(status.reason ? [status.reason] : []),
  ];
  if (reasons.length === 0) return { verdict: 'good', reason: null };
  return { verdict: apart.length > 0 ? 'apart' : 'partial', reason: reasons.join('; ') };
}

const named = (codes: readonly string[]): string => {
  const more = codes.length - NAMED_AT_MOST;
  return codes.slice(0, NAMED_AT_MOST).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const byFraction = (a: Comparison, b: Comparison): number =>
  b.fraction - a.fraction || (a.instrument < b.instrument ? -1 : 1);

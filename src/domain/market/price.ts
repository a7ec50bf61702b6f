import { chooseChange, type Witness } from './change.ts';
import { consensus } from './consensus.ts';
import type { Instrument } from './instrument.ts';
import type { InstrumentLimits } from './limits.ts';
import { isUsable } from './observation.ts';
import type { PollSchedule } from './poll-schedule.ts';
import { significant } from './precision.ts';
import type { Change } from './quote.ts';
import type { SourceName, SourceProfile } from './source.ts';
import type { SourceState } from './state.ts';

/** A source as the domain weighs it: what it is, and what it last said. */
export interface KnownSource {
  readonly profile: SourceProfile;
  readonly state: SourceState;
}

export interface PricingPolicy {
  readonly limitsOf: (instrument: Instrument) => InstrumentLimits;
  readonly schedule: PollSchedule;
}

/** The price of one instrument and all that it rests on. */
export interface Price {
  readonly value: number;
  readonly change: Change;
  readonly observedAt: number;
  /** Unix ms until which its sources stand by it; in the past where only held quotes were left. */
  readonly validUntil: number;
  /**
   * A live price that nobody stands by any more. A daily fixing does not lapse when its source is
   * silent for some hours: it is still the day's fixing.
   */
  readonly lapsed: boolean;
  readonly sources: readonly SourceName[];
  readonly outliers: readonly SourceName[];
}

interface Candidate extends Witness {
  readonly profile: SourceProfile;
  readonly wasOutlier: boolean;
  readonly validUntil: number;
}

/**
 * Prices one instrument from what the sources hold. Quotes whose sources stand by them speak first;
 * only where there are none do older quotes speak that are still inside their source's age limit.
 *
 * @param now Unix ms.
 * @returns undefined where no quote is usable.
 */
export function priceInstrument(
  instrument: Instrument,
  sources: readonly KnownSource[],
  policy: PricingPolicy,
  now: number,
): Price | undefined {
  const usable = sources.flatMap((source) => candidate(instrument, source, policy, now));
  const current = usable.filter(({ validUntil }) => validUntil >= now);
  const candidates = current.length > 0 ? current : usable;
  if (candidates.length === 0) return undefined;

  const { tolerance } = policy.limitsOf(instrument);
  const agreed = consensus(
    candidates.map(({ profile, quote, wasOutlier }) => ({
      source: profile.name,
      voteGroup: profile.voteGroup,
      rank: profile.rank,
      cadence: profile.cadence,
      value: quote.value,
      wasOutlier,
    })),
    tolerance,
  );
  const voters = new Set(agreed.voters.map(({ source }) => source));
  const contributing = candidates.filter(({ source }) => voters.has(source));
  const outliers = agreed.outliers.map(({ source }) => source);
  const others = usable.filter(({ source }) => !voters.has(source) && !outliers.includes(source));
  const { source: changeSource, ...change } = chooseChange(contributing, others);

  return {
    value: significant(agreed.value),
    change,
    observedAt: Math.min(...contributing.map(({ quote }) => quote.observedAt)),
    validUntil: Math.max(...contributing.map(({ validUntil }) => validUntil)),
    lapsed: current.length === 0 && contributing.some(({ profile }) => profile.cadence === 'live'),
    sources: [...new Set(changeSource === null ? voters : [...voters, changeSource])],
    outliers,
  };
}

function candidate(
  instrument: Instrument,
  { profile, state }: KnownSource,
  { schedule }: PricingPolicy,
  now: number,
): Candidate[] {
  const quote = state.quotes[instrument];
  if (!quote || !isUsable(quote, profile, now)) return [];
  return [
    {
      source: profile.name,
      rank: profile.rank,
      profile,
      quote,
      history: state.history[instrument] ?? [],
      wasOutlier: state.outliers.includes(instrument),
      validUntil: quote.obtainedAt + schedule.validForMs(profile),
    },
  ];
}

import { chooseChange, type Witness } from './change.ts';
import { isAhead } from './clock-skew.ts';
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
  /** Unix ms until which a source stands by it; in the past where none does any more. */
  readonly validUntil: number;
  /**
   * A live price of a series that nobody gives any more. A daily fixing does not lapse when its
   * source is silent for some hours: it is still the day's fixing.
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
 * A fixing is the day's fixing until the next one is due, whether or not its source answers in the
 * meantime: a day, and two hours for a late publication. To drop it at the first missed poll would
 * move the official rial by a quarter, which is how far its sources lie apart.
 */
const FIXING_STANDS_FOR_MS = 26 * 3_600_000;

/**
 * Prices one instrument from what the sources hold and is inside their age limits.
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
  const candidates = speakers(usable, now);
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
  const isLive = contributing.some(({ profile }) => profile.cadence === 'live');
  // A live price is good for as long as those who give it say; what has been kept inside its age
  // limit, for as long as somebody still gives the series.
  const isFresh = isLive && contributing.some((each) => isCurrent(each, now));
  const backers = isFresh ? contributing : usable;
  const { source: changeSource, ...change } = chooseChange(contributing, others);

  return {
    value: significant(agreed.value),
    change,
    observedAt: Math.min(...contributing.map(({ quote }) => quote.observedAt)),
    validUntil: Math.max(...backers.map(({ validUntil }) => validUntil)),
    lapsed: isLive && !usable.some((each) => isCurrent(each, now)),
    sources: [...new Set(changeSource === null ? voters : [...voters, changeSource])],
    outliers,
  };
}

/** Its source stands by the quote. */
const isCurrent = ({ validUntil }: Candidate, now: number): boolean => validUntil >= now;

/**
 * Whose quotes speak: live prices that their sources stand by; else the last live prices, which are
 * nearer to the truth than a fixing of yesterday; else the fixings that stand, if a source still
 * gives the series; else what there is.
 */
function speakers(usable: readonly Candidate[], now: number): readonly Candidate[] {
  const live = usable.filter(({ profile }) => profile.cadence === 'live');
  const current = live.filter((each) => isCurrent(each, now));
  if (live.length > 0) return current.length > 0 ? current : live;
  if (!usable.some((each) => isCurrent(each, now))) return usable;
  return usable.filter(
    (each) => isCurrent(each, now) || now - each.quote.obtainedAt <= FIXING_STANDS_FOR_MS,
  );
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
      // By a clock that was ahead it would be good until that time comes; nobody stands by it now.
      validUntil: isAhead(quote.obtainedAt, now)
        ? now - 1
        : quote.obtainedAt + schedule.validForMs(profile),
    },
  ];
}

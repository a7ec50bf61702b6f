import { remember } from './history.ts';
import type { Instrument } from './instrument.ts';
import type { InstrumentLimits } from './limits.ts';
import { deviation } from './median.ts';
import { isUsable } from './observation.ts';
import { looksLikeUnitSlip, SLIP_WIDTH } from './sanity-gate.ts';
import type { SourceName, SourceProfile } from './source.ts';
import { entriesOf, type HeldQuote, type QuarantinedQuote, type SourceState } from './state.ts';

export interface ConfirmationPolicy {
  readonly profiles: readonly SourceProfile[];
  readonly limitsOf: (instrument: Instrument) => InstrumentLimits;
  /** Polls in a row after which a source's word is taken without a second source. */
  readonly readmitAfterPolls: number;
  /** Unix ms. */
  readonly now: number;
}

type Sources = Readonly<Record<SourceName, SourceState>>;

/**
 * Lets quarantined quotes out that turn out to be true, because devaluations are real: when an
 * independent source says the same, or when the source has said it in `readmitAfterPolls` polls in a
 * row. A move by a power of ten needs the second source however often it is repeated.
 */
export function confirmQuarantined(sources: Sources, policy: ConfirmationPolicy): Sources {
  const confirmed = { ...sources };
  for (const profile of policy.profiles) {
    const state = sources[profile.name];
    if (!state) continue;
    for (const [instrument, suspect] of entriesOf(state.quarantine)) {
      const believed =
        isSeconded(suspect, profile, sources, policy) ||
        isPersistent(suspect, profile, sources, policy);
      if (believed) {
        confirmed[profile.name] = release(confirmed[profile.name] ?? state, instrument, suspect);
      }
    }
  }
  return confirmed;
}

/** A source of another vote group holds, accepted or quarantined, a value that agrees. */
function isSeconded(
  suspect: QuarantinedQuote,
  profile: SourceProfile,
  sources: Sources,
  policy: ConfirmationPolicy,
): boolean {
  const { instrument, value } = suspect.quote;
  const { tolerance } = policy.limitsOf(instrument);
  const wordOf = (state: SourceState) =>
    state.quarantine[instrument]?.quote ?? state.quotes[instrument];
  return independentWords(profile, wordOf, sources, policy).some(
    (word) => deviation(word.value, value) <= tolerance,
  );
}

/**
 * A source that has never been believed is so by mere repetition only while no other gives the
 * instrument: else it contradicts one whose first word was in order.
 */
function isPersistent(
  suspect: QuarantinedQuote,
  profile: SourceProfile,
  sources: Sources,
  policy: ConfirmationPolicy,
): boolean {
  if (suspect.polls < policy.readmitAfterPolls) return false;
  const { instrument, value } = suspect.quote;
  const own = sources[profile.name]?.quotes[instrument]?.value;
  if (own !== undefined) return !looksLikeUnitSlip(value, own, SLIP_WIDTH.ofOwnValue);
  const accepted = (state: SourceState) => state.quotes[instrument];
  if (independentWords(profile, accepted, sources, policy).length > 0) return false;
  const { level } = policy.limitsOf(instrument);
  return level === undefined || !looksLikeUnitSlip(value, level, SLIP_WIDTH.ofLevel);
}

/** What sources of other vote groups say, as far as it is inside their age limits. */
const independentWords = (
  profile: SourceProfile,
  wordOf: (state: SourceState) => HeldQuote | undefined,
  sources: Sources,
  { profiles, now }: ConfirmationPolicy,
): HeldQuote[] =>
  profiles
    .filter((other) => other.voteGroup !== profile.voteGroup)
    .flatMap((other) => {
      const state = sources[other.name];
      const word = state && wordOf(state);
      return word && isUsable(word, other, now) ? [word] : [];
    });

function release(
  state: SourceState,
  instrument: Instrument,
  { quote }: QuarantinedQuote,
): SourceState {
  const { [instrument]: _, ...quarantine } = state.quarantine;
  // A change against the value before the break would be of another order; the record starts anew.
  const history = quote.change
    ? state.history
    : { ...state.history, [instrument]: remember([], quote) };
  return {
    ...state,
    quotes: { ...state.quotes, [instrument]: quote },
    quarantine,
    history,
  };
}

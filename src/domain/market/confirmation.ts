import { remember } from './history.ts';
import type { Instrument } from './instrument.ts';
import type { InstrumentLimits } from './limits.ts';
import { deviation } from './median.ts';
import { isUsable } from './observation.ts';
import { looksLikeUnitSlip } from './sanity-gate.ts';
import type { SourceName, SourceProfile } from './source.ts';
import { entriesOf, type QuarantinedQuote, type SourceState } from './state.ts';

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
        isSeconded(suspect, profile, sources, policy) || isPersistent(suspect, state, policy);
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
  { profiles, limitsOf, now }: ConfirmationPolicy,
): boolean {
  const { instrument, value } = suspect.quote;
  const { tolerance } = limitsOf(instrument);
  return profiles
    .filter((other) => other.voteGroup !== profile.voteGroup)
    .some((other) => {
      const state = sources[other.name];
      const word = state?.quarantine[instrument]?.quote ?? state?.quotes[instrument];
      return (
        word !== undefined &&
        isUsable(word, other, now) &&
        deviation(word.value, value) <= tolerance
      );
    });
}

function isPersistent(
  suspect: QuarantinedQuote,
  state: SourceState,
  { limitsOf, readmitAfterPolls }: ConfirmationPolicy,
): boolean {
  if (suspect.polls < readmitAfterPolls) return false;
  const { instrument, value } = suspect.quote;
  const reference = state.quotes[instrument]?.value ?? limitsOf(instrument).level;
  return reference === undefined || !looksLikeUnitSlip(value, reference);
}

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

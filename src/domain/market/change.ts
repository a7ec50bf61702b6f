import { changeFromHistory } from './history.ts';
import { productChange } from './percent-change.ts';
import { significantPercent } from './precision.ts';
import type { Change } from './quote.ts';
import type { HeldQuote, HistoryPoint } from './state.ts';
import { byRank } from './vote.ts';

/** A source's evidence for the change of one instrument. */
export interface Witness {
  readonly source: string;
  readonly rank: number;
  readonly quote: HeldQuote;
  readonly history: readonly HistoryPoint[];
}

export interface WitnessedChange extends Change {
  /** Whose change it is; null where it is unknown. */
  readonly source: string | null;
}

/** The number is 0 because the contract wants one; the basis says that it means nothing. */
export const UNKNOWN_CHANGE: WitnessedChange = { percent: 0, basis: 'unknown', source: null };

/**
 * The change of an instrument: first what the sources that carry the value say themselves, their own
 * 24-hour figure before their dated ends before our record of them; then the same of the other
 * sources of the series. One source's figure is taken as it is, the middle one where several tell
 * the same kind: a change is never computed across two sources.
 */
export function chooseChange(
  contributing: readonly Witness[],
  others: readonly Witness[],
): WitnessedChange {
  for (const witnesses of [contributing, others]) {
    const told = witnesses.flatMap((witness) => told24h(witness));
    const dated = witnesses.flatMap((witness) => toldPreviousClose(witness));
    const recorded = witnesses.flatMap((witness) => ownRecord(witness));
    const change = middleOf(told) ?? middleOf(dated) ?? middleOf(recorded);
    if (change) return change;
  }
  return UNKNOWN_CHANGE;
}

/** The change of a product such as gold in rial; unknown as soon as one factor's is. */
export function combineChanges(...factors: readonly Change[]): Change {
  if (factors.some((factor) => factor.basis === 'unknown')) return UNKNOWN_CHANGE;
  return {
    percent: significantPercent(productChange(...factors.map((factor) => factor.percent))),
    basis: factors.every((factor) => factor.basis === '24h') ? '24h' : 'previous-close',
  };
}

type Told = WitnessedChange & { readonly rank: number; readonly source: string };

const tell = (witness: Witness, change: Change | undefined): Told[] =>
  change && Number.isFinite(change.percent)
    ? [{ ...change, source: witness.source, rank: witness.rank }]
    : [];

const told24h = (witness: Witness) =>
  tell(witness, witness.quote.change?.basis === '24h' ? witness.quote.change : undefined);

const toldPreviousClose = (witness: Witness) =>
  tell(
    witness,
    witness.quote.change?.basis === 'previous-close' ? witness.quote.change : undefined,
  );

const ownRecord = (witness: Witness) =>
  tell(witness, changeFromHistory(witness.history, witness.quote));

/** The middle figure; of the two middle ones, the higher-ranked source's. */
function middleOf(told: readonly Told[]): WitnessedChange | undefined {
  const sorted = told.toSorted((a, b) => a.percent - b.percent || byRank(a, b));
  const middle = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  const chosen = middle.filter((one) => one !== undefined).toSorted(byRank)[0];
  return (
    chosen && {
      percent: significantPercent(chosen.percent),
      basis: chosen.basis,
      source: chosen.source,
    }
  );
}

import { lastTradedAt } from './gold-session.ts';
import { GOLD } from './instrument.ts';
import { percentChange } from './percent-change.ts';
import type { Change, Quote } from './quote.ts';
import type { HistoryPoint } from './state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Long enough that on a Sunday the Thursday close, the end before the last, is still there. */
const KEPT_FOR_MS = 72 * HOUR_MS;
/** Denser points would not make a 24-hour change any truer. */
const SPACING_MS = 15 * 60_000;
/** How far from exactly 24 hours the earlier end may lie. */
const WINDOW_MS = 2 * HOUR_MS;

/**
 * Adds a quote to a source's own history of an instrument, if it is a new observation. Time is the
 * observation's, so that a closed market's points do not fall out while it rests.
 */
export function remember(
  points: readonly HistoryPoint[],
  quote: Pick<Quote, 'observedAt' | 'value'>,
): readonly HistoryPoint[] {
  const newest = points.at(-1);
  if (newest && quote.observedAt < newest[0] + SPACING_MS) return points;
  const kept = points.filter(([observedAt]) => observedAt >= quote.observedAt - KEPT_FOR_MS);
  return [...kept, [quote.observedAt, quote.value]];
}

/**
 * The change of a quote against the same source's observation 24 hours before it. Where gold was
 * closed 24 hours before, the close before that is the earlier end, and the basis says so.
 */
export function changeFromHistory(
  points: readonly HistoryPoint[],
  quote: Quote,
): Change | undefined {
  const target = quote.observedAt - DAY_MS;
  const anchor = quote.instrument === GOLD ? lastTradedAt(target) : target;
  const nearest = points
    .filter(([observedAt]) => Math.abs(observedAt - anchor) <= WINDOW_MS)
    .toSorted((a, b) => Math.abs(a[0] - anchor) - Math.abs(b[0] - anchor))[0];
  if (!nearest) return undefined;
  return {
    percent: percentChange(nearest[1], quote.value),
    basis: anchor === target ? '24h' : 'previous-close',
  };
}

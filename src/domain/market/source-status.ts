import { codeOf } from './instrument.ts';
import { isBreakerOpen } from './poll-schedule.ts';
import { type SourceState, valuesOf } from './state.ts';

/**
 * `up`; `partial`: it answers, but some of what it says is refused or held back; `down`: its last
 * poll failed; `unasked`: it has not been asked yet.
 */
export interface SourceStatus {
  readonly state: 'unasked' | 'up' | 'partial' | 'down';
  /** Why it is not up, in a few words, without addresses or internals. */
  readonly reason?: string;
  /** Unix ms of the last good answer; null if there never was one. */
  readonly lastSuccessAt: number | null;
}

/** More names than this would not make a log line any clearer. */
const NAMED_AT_MOST = 5;

export function sourceStatus(state: SourceState): SourceStatus {
  const { succeededAt: lastSuccessAt, attemptedAt, outage } = state;
  if (attemptedAt === null) return { state: 'unasked', lastSuccessAt };
  if (outage) {
    const reason = isBreakerOpen(outage) ? `${outage.code}, asked rarely` : outage.code;
    return { state: 'down', reason, lastSuccessAt };
  }
  const troubles = [
    ...state.refusals.map(({ instrument, reason }) => ({ code: codeOf(instrument), reason })),
    ...valuesOf(state.quarantine).map(({ quote }) => ({
      code: codeOf(quote.instrument),
      reason: 'moved too far, held back until confirmed',
    })),
  ];
  if (troubles.length === 0) return { state: 'up', lastSuccessAt };
  return { state: 'partial', reason: describe(troubles), lastSuccessAt };
}

function describe(troubles: readonly { code: string; reason: string }[]): string {
  const byReason = Map.groupBy(troubles, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, those]) => {
      const codes = those.map(({ code }) => code).toSorted();
      const more = codes.length > NAMED_AT_MOST ? ` and ${codes.length - NAMED_AT_MOST} more` : '';
      return `${codes.slice(0, NAMED_AT_MOST).join(', ')}${more}: ${reason}`;
    })
    .toSorted()
    .join('; ');
}

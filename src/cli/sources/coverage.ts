import { type Group, groupOf, type RialKind, rial } from '../../domain/market/instrument.ts';
import type { SourceName } from '../../domain/market/source.ts';
import type { Finding } from './finding.ts';

/** What a published group can rest on; IRR is told apart, since gold needs it too. */
export interface Coverage {
  readonly part: Group | 'IRR';
  /** Sources among `MARKET_PROVIDERS` that gave a usable value. */
  readonly sources: readonly SourceName[];
  /** Sources that gave one and are switched off. */
  readonly switchedOff: readonly SourceName[];
}

/**
 * Which sources each group has. A group that only sources outside `MARKET_PROVIDERS` could fill has
 * none: the service would not ask them.
 */
export function coverage(findings: readonly Finding[], irr: RialKind): readonly Coverage[] {
  const from = (part: Coverage['part'], gives: (finding: Finding) => boolean): Coverage => {
    const giving = findings.filter(gives);
    return {
      part,
      sources: giving.filter(({ enabled }) => enabled).map(({ source }) => source),
      switchedOff: giving.filter(({ enabled }) => !enabled).map(({ source }) => source),
    };
  };
  const inGroup =
    (group: Group) =>
    ({ instruments }: Finding): boolean =>
      instruments.some(
        (instrument) => groupOf(instrument) === group && !instrument.startsWith('irr:'),
      );
  return [
    from('currencies', inGroup('currencies')),
    from('IRR', ({ instruments }) => instruments.includes(rial(irr))),
    from('gold', inGroup('gold')),
    from('crypto', inGroup('crypto')),
  ];
}

export const uncovered = (parts: readonly Coverage[]): readonly Coverage[] =>
  parts.filter(({ sources }) => sources.length === 0);

import type { SourceName } from '../domain/market/source.ts';
import { sourceStatus } from '../domain/market/source-status.ts';
import { type SourceState, UNASKED } from '../domain/market/state.ts';
import { readiness } from '../domain/operations/readiness.ts';
import type { CacheStatus } from '../domain/ports/market-cache.ts';
import type { GetMarketFromSnapshot, MarketStanding } from './get-market.ts';
import type { RefreshMarket } from './refresh-market.ts';
import type { Check, HealthView, ReadyView, ReportOperations, VersionView } from './views.ts';

/** How the upkeep of the dataset stands, and what is in service. */
export interface SalaryLawsReport {
  status(): Check & { readonly version: string | null; readonly revision: string | null };
}

export interface ReportOperationsOptions {
  readonly market: GetMarketFromSnapshot;
  readonly refresher: RefreshMarket;
  readonly sources: readonly SourceName[];
  readonly salaryLaws: SalaryLawsReport;
  readonly cache: { status(): CacheStatus };
  readonly build: Pick<VersionView, 'version' | 'commit' | 'builtAt'>;
}

interface SourcesCheck extends Check {
  readonly sources: Readonly<Record<SourceName, unknown>>;
}

/** Health, readiness and version of the service itself. */
export class OperationsReport implements ReportOperations {
  readonly #options: ReportOperationsOptions;
  #draining = false;

  constructor(options: ReportOperationsOptions) {
    this.#options = options;
  }

  /** From now on the service is not ready, though it still answers. */
  beginDrain(): void {
    this.#draining = true;
  }

  async health(): Promise<HealthView> {
    const { market, salaryLaws, cache } = this.#options;
    await market.awaitFirst();
    const checks = {
      market: marketCheck(market.standing()),
      salaryLaws: salaryLaws.status(),
      cache: { ...cache.status() },
      sources: this.#sourcesCheck(),
    };
    const isDegraded = Object.values(checks).some(({ status }) => status === 'degraded');
    return { status: isDegraded ? 'degraded' : 'ok', checks };
  }

  ready(): ReadyView {
    const { market, refresher, salaryLaws } = this.#options;
    // Nothing else asks for the first snapshot while no traffic is let in.
    if (!market.isServable() && refresher.isDue()) void refresher.refresh();
    return readiness({
      draining: this.#draining,
      hasMarket: market.isServable(),
      hasSalaryLaws: salaryLaws.status().version !== null,
    });
  }

  version(): VersionView {
    const { version, revision } = this.#options.salaryLaws.status();
    return {
      ...this.#options.build,
      interfaceVersion: '8.0.0',
      salaryLaws: version !== null && revision !== null ? { version, revision } : null,
    };
  }

  /**
   * A source that fails is the others' work to make up for, and is shown, not counted: the check is
   * degraded only when none of them answers.
   */
  #sourcesCheck(): SourcesCheck {
    const { sources, refresher } = this.#options;
    const stateOf = (name: SourceName): SourceState => refresher.state.sources[name] ?? UNASKED;
    const statuses = sources.map((name) => [name, sourceStatus(stateOf(name))] as const);
    const allDown = statuses.every(([, { state }]) => state === 'down');
    return {
      status: allDown ? 'degraded' : 'ok',
      ...(allDown && { reason: 'no source answers' }),
      sources: Object.fromEntries(
        statuses.map(([name, { lastSuccessAt, ...status }]) => [
          name,
          { ...status, lastSuccessAt: lastSuccessAt && new Date(lastSuccessAt).toISOString() },
        ]),
      ),
    };
  }
}

function marketCheck(standing: MarketStanding): Check {
  if (standing === 'good') return { status: 'ok' };
  if (standing === 'waiting') return { status: 'ok', reason: 'the first refresh is under way' };
  return { status: 'degraded', reason: REASONS[standing] };
}

const REASONS = {
  stale: 'a group rests on last good values',
  sample: 'no source has answered; a sample is served',
  unavailable: 'no source has answered for a group',
} as const;

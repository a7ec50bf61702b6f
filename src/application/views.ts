import type { Freshness, Snapshot } from '../domain/market/snapshot.ts';
import type { PublishedSalaryLaws } from '../domain/salary-laws/dataset.ts';

/**
 * The use cases as those outside see them. Driving adapters (HTTP, contract states, commands) hold
 * these types and nothing behind them.
 */

export interface MarketView {
  readonly snapshot: Snapshot;
  readonly freshness: Freshness;
  /** For how many ms from now the label stays true of a stored copy; 0 for `live` and `stale`. */
  readonly labelHoldsForMs: number;
}

export interface GetMarket {
  /**
   * Never waits longer than `MARKET_WAIT_MS`.
   * @throws {MarketUnavailable} where nothing can be served.
   */
  execute(): Promise<MarketView>;
}

/** There is no snapshot, or the last good one is older than may be served. */
export class MarketUnavailable extends Error {
  readonly code = 'market-unavailable';
  /** When a retry has a chance, in ms from now. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = 'MarketUnavailable';
    this.retryAfterMs = retryAfterMs;
  }
}

export interface GetSalaryLaws {
  /** @throws {SalaryLawsUnavailable} while no valid dataset has ever been read. */
  execute(): PublishedSalaryLaws;
}

/** No valid dataset is held. */
export class SalaryLawsUnavailable extends Error {
  readonly code = 'salary-laws-unavailable';

  constructor(message: string) {
    super(message);
    this.name = 'SalaryLawsUnavailable';
  }
}

/** One readiness check, as `/api/health` shows it: no paths, no URLs, no internals. */
export interface Check {
  readonly status: 'ok' | 'degraded';
  /** Why it is degraded, in a few words. */
  readonly reason?: string;
}

export interface HealthView {
  readonly status: 'ok' | 'degraded';
  readonly checks: Readonly<Record<string, Check>>;
}

export interface ReadyView {
  readonly ready: boolean;
  /** `ready`, `starting` (no dataset or no first snapshot yet) or `draining` (after SIGTERM). */
  readonly status: 'ready' | 'starting' | 'draining';
  /** What is still waited for. */
  readonly waitingFor: readonly string[];
}

export interface VersionView {
  /** The service's own version, from package.json. */
  readonly version: string;
  /** Git commit of the build, where known. */
  readonly commit: string | null;
  /** ISO 8601 UTC, where known. */
  readonly builtAt: string | null;
  /** The interface description's version label. */
  readonly interfaceVersion: '8.0.0';
  readonly salaryLaws: { readonly version: string; readonly revision: string } | null;
}

export interface ReportOperations {
  /** Before the first refresh has ended, waits for it, no longer than `MARKET_WAIT_MS`. */
  health(): Promise<HealthView>;
  ready(): ReadyView;
  version(): VersionView;
}

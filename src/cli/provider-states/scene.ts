import type { RialKind } from '../../domain/market/instrument.ts';
import type { IsoDate } from '../../domain/salary-laws/calendar-day.ts';

/** What a provider state says of the service. Different states may claim the same thing. */
export interface Claims {
  readonly market: 'live' | 'cached' | 'stale' | 'unavailable';
  /** Whether there are market rates at all. */
  readonly rates: 'there' | 'none';
  readonly sources: 'up' | 'down';
  readonly cache: 'filled' | 'empty';
  readonly irr: RialKind;
  readonly salaryLaws: 'available' | 'unreadable';
  readonly health: 'ok' | 'degraded';
  readonly ready: 'yes' | 'no';
  readonly draining: 'yes';
  /** What the request's `If-None-Match` becomes. */
  readonly consumerHolds: 'the current entity tag' | 'an old entity tag';
}

/** How the dataset in service differs from the one in the repository. */
export interface LawsAlteration {
  readonly version?: string;
  readonly updatedAt?: IsoDate;
  readonly years?: readonly number[];
}

/** Everything a staged service must show at once. */
export interface Scene {
  readonly market: Claims['market'];
  readonly irr: RialKind;
  readonly salaryLaws: Claims['salaryLaws'];
  readonly laws: LawsAlteration;
  /** The dataset's folder is at fault while the last good dataset stays in service. */
  readonly upkeepFails: boolean;
  readonly draining: boolean;
  readonly consumerHolds: Claims['consumerHolds'] | undefined;
}

/**
 * The scene that fits what is claimed; what nobody claims is as on a good day: rates cached, laws
 * available, healthy and ready.
 */
export function sceneOf(claims: Partial<Claims>, laws: LawsAlteration): Scene {
  const implied = { ...impliedMarket(claims), ...claims };
  const settled = implied.ready === 'no' ? { ...whyNotReady(implied), ...implied } : implied;
  const market = settled.market ?? 'cached';
  const salaryLaws = settled.salaryLaws ?? 'available';
  const failsAnyway = market === 'stale' || market === 'unavailable' || salaryLaws === 'unreadable';
  return {
    market,
    irr: settled.irr ?? 'official',
    salaryLaws,
    laws,
    upkeepFails: settled.health === 'degraded' && !failsAnyway,
    draining: settled.draining === 'yes',
    consumerHolds: settled.consumerHolds,
  };
}

/** What `/api/market` shows for want of sources or of a cache, where nothing else says it. */
function impliedMarket({ sources, cache, rates, health, ready }: Partial<Claims>): Partial<Claims> {
  if (sources === 'down' && health === 'ok') return { market: 'cached' };
  if (sources === 'down' && (rates === 'there' || ready === 'yes')) return { market: 'stale' };
  if (sources === 'down') return { market: 'unavailable' };
  return cache === 'empty' && rates !== 'none' ? { market: 'live' } : {};
}

/** A service is not ready for want of rates, or of laws, or because it is about to stop. */
function whyNotReady({ market, rates, salaryLaws, draining }: Partial<Claims>): Partial<Claims> {
  const isExplained = draining || market === 'unavailable' || salaryLaws === 'unreadable';
  if (isExplained) return {};
  if (market === undefined && rates === undefined) return { market: 'unavailable' };
  if (salaryLaws === undefined) return { salaryLaws: 'unreadable' };
  return { draining: 'yes' };
}

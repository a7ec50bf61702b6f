import type { RialKind } from '../../domain/market/instrument.ts';
import type { IsoDate } from '../../domain/salary-laws/calendar-day.ts';

/** What a provider state says of the service. Different states may claim the same thing. */
export interface Claims {
  readonly market: 'live' | 'cached' | 'stale' | 'unavailable';
  readonly irr: RialKind;
  readonly salaryLaws: 'available' | 'unreadable';
  readonly health: 'ok' | 'degraded';
  readonly ready: 'yes' | 'no';
  readonly draining: 'yes';
  /** The request's `If-None-Match` becomes the entity tag in service. */
  readonly consumerHolds: 'the current entity tag';
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
  readonly consumerHoldsTag: boolean;
}

/**
 * The scene that fits what is claimed; what nobody claims is as on a good day: rates cached, laws
 * available, healthy and ready.
 */
export function sceneOf(claims: Partial<Claims>, laws: LawsAlteration): Scene {
  const settled = claims.ready === 'no' ? { ...whyNotReady(claims), ...claims } : claims;
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
    consumerHoldsTag: settled.consumerHolds !== undefined,
  };
}

/** A service is not ready for want of rates, or of laws, or because it is about to stop. */
function whyNotReady({ market, salaryLaws, draining }: Partial<Claims>): Partial<Claims> {
  const isExplained = draining || market === 'unavailable' || salaryLaws === 'unreadable';
  if (isExplained) return {};
  if (market === undefined) return { market: 'unavailable' };
  if (salaryLaws === undefined) return { salaryLaws: 'unreadable' };
  return { draining: 'yes' };
}

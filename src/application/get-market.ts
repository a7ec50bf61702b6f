import { isAhead } from '../domain/market/clock-skew.ts';
import {
  freshnessOf,
  isExpired,
  isOver,
  labelHoldsForMs,
  restsOnLastGood,
  validUntil,
} from '../domain/market/freshness-policy.ts';
import type { Snapshot } from '../domain/market/snapshot.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { RefreshMarket } from './refresh-market.ts';
import { type GetMarket, MarketUnavailable, type MarketView } from './views.ts';

export interface GetMarketOptions {
  readonly refresher: RefreshMarket;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `MARKET_WAIT_MS`: no request waits longer for upstreams. */
  readonly waitMs: number;
  /** `MARKET_MAX_STALE_SECONDS` in ms; Infinity for no cap. */
  readonly maxStaleMs: number;
  /** Served as `stale` where there is nothing else; development only. */
  readonly sample?: Snapshot;
}

/** How the market stands, as health reports it. */
export type MarketStanding = 'waiting' | 'good' | 'stale' | 'sample' | 'unavailable';

/**
 * Answers from what is held while its sources stand by it, and sees to it in the background that it
 * stays so. A request waits only where there is nothing good to give and nobody has just tried.
 */
export class GetMarketFromSnapshot implements GetMarket {
  readonly #options: GetMarketOptions;
  #told: MarketStanding = 'waiting';

  constructor(options: GetMarketOptions) {
    this.#options = options;
  }

  async execute(): Promise<MarketView> {
    const { refresher, clock } = this.#options;
    const asked = clock.now();
    const before = refresher.state.snapshot;
    if (refresher.isDue()) void refresher.refresh();
    if (!this.#isWorthWaitingFor(before, asked)) return this.#view(before, asked, false);

    await this.#wait();
    const snapshot = refresher.state.snapshot;
    const waitedForIt = snapshot !== null && snapshot.assembledAt !== before?.assembledAt;
    return this.#view(snapshot, clock.now(), waitedForIt);
  }

  /** Where there was no refresh yet, sees to the first and waits for it, no longer than a request may. */
  async awaitFirst(): Promise<void> {
    const { refresher } = this.#options;
    if (this.standing() === 'waiting') {
      if (refresher.isDue()) void refresher.refresh();
      await this.#wait();
    }
    this.#tellChange();
  }

  /** What the market rests on at the moment, without asking anybody. */
  standing(): MarketStanding {
    const { refresher, clock, maxStaleMs, sample } = this.#options;
    const now = clock.now();
    const { snapshot } = refresher.state;
    if (snapshot && !isExpired(snapshot, maxStaleMs, now)) {
      return restsOnLastGood(snapshot) || this.#hasFailedSince(snapshot, now) ? 'stale' : 'good';
    }
    // A source that is left alone for a while, as an earlier process was told, is not waited for.
    if (refresher.assembledAt === undefined && (refresher.running || refresher.isDue()))
      return 'waiting';
    return sample ? 'sample' : 'unavailable';
  }

  /** A response other than an error could be given right now. */
  isServable(): boolean {
    // Where a balancer's probe is all the traffic there is, it is the one to notice.
    this.#tellChange();
    return ['good', 'stale', 'sample'].includes(this.standing());
  }

  /** Waits for the refresh under way, no longer than a request may. */
  async #wait(): Promise<void> {
    const { refresher, clock, waitMs } = this.#options;
    if (!refresher.running) return;
    const over = new AbortController();
    const patience = clock.delay(waitMs, over.signal).catch(() => undefined);
    await Promise.race([refresher.running, patience]);
    over.abort();
  }

  #isWorthWaitingFor(snapshot: Snapshot | null, now: number): boolean {
    const { refresher, maxStaleMs } = this.#options;
    if (!refresher.running) return false;
    if (!snapshot || isExpired(snapshot, maxStaleMs, now)) return true;
    return isOver(snapshot, now) && !this.#hasFailedSince(snapshot, now);
  }

  /** The snapshot's time is over and a refresh since has not brought a better one. */
  #hasFailedSince(snapshot: Snapshot, now: number): boolean {
    const { assembledAt } = this.#options.refresher;
    if (assembledAt === undefined || isAhead(assembledAt, now)) return false;
    const end = validUntil(snapshot);
    return isAhead(snapshot.assembledAt, now) || (now > end && assembledAt > end);
  }

  #view(snapshot: Snapshot | null, now: number, waitedForIt: boolean): MarketView {
    const { maxStaleMs, sample, refresher } = this.#options;
    this.#tellChange();
    if (snapshot && !isExpired(snapshot, maxStaleMs, now)) {
      const freshness = freshnessOf(snapshot, now, waitedForIt);
      return { snapshot, freshness, labelHoldsForMs: labelHoldsForMs(freshness, snapshot, now) };
    }
    if (sample) return { snapshot: sample, freshness: 'stale', labelHoldsForMs: 0 };
    throw new MarketUnavailable(
      snapshot
        ? 'The last good market snapshot is older than may be served.'
        : 'There is no market snapshot yet.',
      Math.max(0, refresher.nextPollAt() - now),
    );
  }

  #tellChange(): void {
    const { logger } = this.#options;
    const standing = this.standing();
    if (standing === this.#told) return;
    const wasTroubled = this.#told !== 'waiting' && this.#told !== 'good';
    this.#told = standing;
    if (standing === 'good') {
      if (wasTroubled) logger.info({ market: standing }, 'market figures are fresh again');
    } else if (standing !== 'waiting') {
      logger.warn({ market: standing }, WARNINGS[standing]);
    }
  }
}

const WARNINGS = {
  stale: 'market figures are stale: a group rests on last good values',
  sample:
    'no upstream is reachable and nothing is cached: serving the sample of data/market, which is not today’s market',
  unavailable: 'no market figures to serve: no source has answered for a group',
} as const;

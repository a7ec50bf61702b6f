import { MemoryMarketCache } from '../../../src/adapters/cache/memory-market-cache.ts';
import { GetMarketFromSnapshot } from '../../../src/application/get-market.ts';
import { type MarketPolicy, RefreshMarket } from '../../../src/application/refresh-market.ts';
import type { Instrument, RialKind } from '../../../src/domain/market/instrument.ts';
import { createPollSchedule } from '../../../src/domain/market/poll-schedule.ts';
import type { Quote } from '../../../src/domain/market/quote.ts';
import type { Snapshot } from '../../../src/domain/market/snapshot.ts';
import type { MarketCache } from '../../../src/domain/ports/market-cache.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import { RecordingLogger } from '../http/recording-logger.ts';
import { FakeRateProvider } from './fake-rate-provider.ts';
import { DAY, MINUTE, NOW } from './sources.ts';

export const WAIT_MS = 3_000;
export const POLL_TIMEOUT_MS = 2_500;
export const ASSEMBLE_AFTER_MS = 2_700;
export const TTL_MS = 5 * MINUTE;

export interface RigOptions {
  readonly clock?: ManualClock;
  readonly cache?: MarketCache;
  readonly maxStaleMs?: number;
  readonly pollTimeoutMs?: number;
  readonly sample?: Snapshot;
  readonly irr?: RialKind;
  /** Where the sources are asked. */
  readonly hosts?: string;
}

/** The market's use cases with three fake sources, one for each group, and time that stands still. */
export function createRig(options: RigOptions = {}) {
  const clock = options.clock ?? new ManualClock(NOW);
  const cache = options.cache ?? new MemoryMarketCache(() => clock.now());
  const logger = new RecordingLogger();
  const maxStaleMs = options.maxStaleMs ?? Number.POSITIVE_INFINITY;

  const at = (instrument: Instrument, value: number): Quote => ({
    instrument,
    value,
    observedAt: clock.now(),
  });
  const fiat = new FakeRateProvider({
    name: 'fiat',
    cadence: 'daily',
    usableForMs: 5 * DAY,
  });
  const gold = new FakeRateProvider({ name: 'gold' });
  const coins = new FakeRateProvider({ name: 'coins' });
  /** Every source tells a good value, observed now. */
  const quoteAll = (factor = 1) => {
    fiat.says(at('currency:EUR', 0.89 * factor), at('irr:official', 1_350_000 * factor));
    gold.says(at('metal:XAU', 4150 * factor));
    coins.says(at('crypto:BTC', 85_000 * factor), at('crypto:ETH', 2_700 * factor));
  };
  quoteAll();

  const policy: MarketPolicy = {
    irr: options.irr ?? 'official',
    maxStaleMs,
    readmitAfterPolls: 3,
    limitsOf: () => ({ tolerance: 0.01, jump: 0.25 }),
    schedule: createPollSchedule({ ttlMs: TTL_MS, keepsOwnPace: () => false, random: () => 0 }),
  };
  const providers = [fiat, gold, coins];
  const refresher = new RefreshMarket({
    providers,
    cache,
    clock,
    logger,
    policy,
    hostOf: (name) => `${name} at ${options.hosts ?? 'home'}`,
    pollTimeoutMs: options.pollTimeoutMs ?? POLL_TIMEOUT_MS,
    assembleAfterMs: ASSEMBLE_AFTER_MS,
  });
  const market = new GetMarketFromSnapshot({
    refresher,
    clock,
    logger,
    waitMs: WAIT_MS,
    maxStaleMs,
    ...(options.sample && { sample: options.sample }),
  });
  const polls = () => providers.map((provider) => provider.polls);
  return {
    clock,
    cache,
    logger,
    fiat,
    gold,
    coins,
    providers,
    quoteAll,
    at,
    refresher,
    market,
    polls,
  };
}

export const priceOf = (snapshot: Snapshot, code: string): number | undefined =>
  [...snapshot.currencies, ...snapshot.crypto].find(
    (entry) => ('code' in entry ? entry.code : entry.symbol) === code,
  )?.value;

import { describe, expect, it } from '@jest/globals';
import { MemoryMarketCache } from '../../../src/adapters/cache/memory-market-cache.ts';
import { validUntil } from '../../../src/domain/market/freshness-policy.ts';
import {
  CacheUnavailable,
  type Lease,
  type MarketCache,
} from '../../../src/domain/ports/market-cache.ts';
import { ManualClock, settle } from '../../support/clock/manual-clock.ts';
import {
  ASSEMBLE_AFTER_MS,
  createRig,
  POLL_TIMEOUT_MS,
  priceOf,
  TTL_MS,
} from '../../support/market/market-rig.ts';
import { DAY, MINUTE, NOW } from '../../support/market/sources.ts';

/** Two replicas on one store. Each learns of the other's writes as soon as they are stored. */
function createReplicas() {
  const clock = new ManualClock(NOW);
  const store = new MemoryMarketCache(() => clock.now());
  const listeners = new Set<() => void>();
  const cacheOfOne = (): MarketCache => {
    let own: (() => void) | undefined;
    return {
      read: () => store.read(),
      acquireLease: (ttlMs) => store.acquireLease(ttlMs),
      releaseLease: (lease) => store.releaseLease(lease),
      write: async (state, lease) => {
        const stored = await store.write(state, lease);
        if (stored) for (const listener of listeners) if (listener !== own) listener();
        return stored;
      },
      watch: (onStored) => {
        own = onStored;
        listeners.add(onStored);
        return () => listeners.delete(onStored);
      },
      status: () => store.status(),
      close: () => store.close(),
    };
  };
  return {
    clock,
    store,
    first: createRig({ clock, cache: cacheOfOne() }),
    second: createRig({ clock, cache: cacheOfOne() }),
  };
}

/** A store whose writes wait until the test lets them through. */
const gated = (store: MarketCache, writes: (() => void)[]): MarketCache => ({
  read: () => store.read(),
  write: async (state, lease) => {
    await new Promise<void>((resolve) => writes.push(resolve));
    return store.write(state, lease);
  },
  acquireLease: (ttlMs) => store.acquireLease(ttlMs),
  releaseLease: (lease) => store.releaseLease(lease),
  watch: (onStored) => store.watch(onStored),
  status: () => store.status(),
  close: () => store.close(),
});

describe('refreshing the market', () => {
  it('hands what a source told of its past to whichever replica asks it next', async () => {
    const { clock, first, second } = createReplicas();
    const past = [{ observedAt: NOW - DAY, values: { 'metal:XAU': 4_100 } as const }];
    first.gold.recalls(past, first.at('metal:XAU', 4_150));
    await first.refresher.refresh();
    await clock.advance(TTL_MS);
    second.gold.says(second.at('metal:XAU', 4_160));
    await second.refresher.refresh();
    expect(second.gold.handed).toEqual(past);
    // A report that learnt nothing, like a poll that failed, leaves it as it is.
    await clock.advance(TTL_MS);
    first.gold.fails('timeout');
    await first.refresher.refresh();
    await clock.advance(TTL_MS);
    await second.refresher.refresh();
    expect(second.gold.handed).toEqual(past);
    expect([first.gold.polls, second.gold.polls]).toEqual([2, 2]);
  });

  it('moves the timestamp only with a new observation, and keeps every published byte until then', async () => {
    const { refresher, clock, quoteAll } = createRig();
    await refresher.refresh();
    const before = refresher.state.snapshot;
    await clock.advance(TTL_MS);
    await refresher.refresh();
    const same = refresher.state.snapshot;
    expect(same?.assembledAt).toBe(before?.assembledAt);
    expect(same && validUntil(same)).toBe(NOW + 2 * TTL_MS);

    quoteAll(1.01);
    await clock.advance(TTL_MS);
    await refresher.refresh();
    expect(refresher.state.snapshot?.assembledAt).toBe(NOW + 2 * TTL_MS);
  });

  it('takes in what a slow source says when it says it', async () => {
    const { refresher, clock, coins, at } = createRig({ pollTimeoutMs: 10_000 });
    await refresher.refresh();
    await clock.advance(TTL_MS);
    const answer = coins.answersLater(at('crypto:BTC', 86_000));
    const refreshed = refresher.refresh();
    await clock.advance(ASSEMBLE_AFTER_MS);
    await refreshed;
    const btc = () => refresher.state.snapshot && priceOf(refresher.state.snapshot, 'BTC');
    expect(btc()).toBe(85_000);
    answer();
    await settle();
    expect(btc()).toBe(86_000);
  });

  it('gives up on a source that neither answers nor listens', async () => {
    const { refresher, clock, gold } = createRig();
    gold.hangs();
    const refreshed = refresher.refresh();
    await clock.advance(POLL_TIMEOUT_MS);
    await refreshed;
    expect(refresher.state.sources.gold?.outage?.code).toBe('timeout');
  });

  it('asks a failing source again on its own, and the others not', async () => {
    const { refresher, clock, gold, polls } = createRig();
    gold.fails('http-status');
    await refresher.refresh();
    // An eighth of four minutes, the regular interval.
    await clock.advance(30_000 - 1);
    expect(refresher.isDue()).toBe(false);
    await clock.advance(1);
    await refresher.refresh();
    expect(polls()).toEqual([1, 2, 1]);
  });

  it('keeps the other groups fresh in their values while all sources of one are down', async () => {
    const { refresher, clock, gold, quoteAll } = createRig();
    await refresher.refresh();
    const first = refresher.state.snapshot;
    quoteAll(1.01);
    gold.fails('http-status');
    await clock.advance(TTL_MS + 1);
    await refresher.refresh();
    const { snapshot } = refresher.state;
    expect(snapshot && priceOf(snapshot, 'BTC')).toBe(85_850);
    expect(snapshot?.groups.crypto.restsOnLastGood).toBe(false);
    expect(snapshot?.groups.gold.restsOnLastGood).toBe(true);
    // Gold's ounce is the last good one, its rial is today's.
    expect((snapshot?.gold.value ?? 0) / (first?.gold.value ?? 1)).toBeCloseTo(1.01, 9);
  });

  it('publishes what a slow source says while the snapshot without it is being stored', async () => {
    const store = new MemoryMarketCache(() => NOW);
    const writes: (() => void)[] = [];
    const cache: MarketCache = gated(store, writes);
    const { refresher, clock, coins, at } = createRig({ cache, pollTimeoutMs: 10_000 });
    const answer = coins.answersLater(at('crypto:BTC', 85_000), at('crypto:ETH', 2_700));
    const refreshed = refresher.refresh();
    await clock.advance(ASSEMBLE_AFTER_MS);
    answer();
    await settle();
    expect(refresher.state.snapshot).toBeNull();
    writes.shift()?.();
    await refreshed;
    await settle();
    writes.shift()?.();
    await settle();
    expect(refresher.state.snapshot && priceOf(refresher.state.snapshot, 'BTC')).toBe(85_000);
  });

  it('serves nothing that it has not stored', async () => {
    const writes: (() => void)[] = [];
    const cache = gated(new MemoryMarketCache(() => NOW), writes);
    const { refresher } = createRig({ cache });
    const refreshed = refresher.refresh();
    await settle();
    expect(writes).toHaveLength(1);
    expect(refresher.state.snapshot).toBeNull();
    writes.shift()?.();
    await refreshed;
    expect(refresher.state.snapshot?.assembledAt).toBe(NOW);
  });

  it('gives its lease back as soon as it is done', async () => {
    const { refresher, cache } = createRig();
    await refresher.refresh();
    await settle();
    expect(await cache.acquireLease(1_000)).toBeDefined();
  });

  it('asks nobody any more once it is stopped while another replica refreshes', async () => {
    const { clock, store, second } = createReplicas();
    const lease = await store.acquireLease(60_000);
    const refreshed = second.refresher.refresh();
    await settle();
    const stopped = second.refresher.stop();
    await clock.advance(250);
    await Promise.all([refreshed, stopped]);
    if (lease) await store.releaseLease(lease);
    await clock.advance(1_000);
    expect(second.polls()).toEqual([0, 0, 0]);
  });

  describe('beside replicas that publish the other rial', () => {
    const createMixed = () => {
      const { clock, store } = createReplicas();
      const rial = (rig: ReturnType<typeof createRig>) =>
        rig.fiat.says(
          rig.at('currency:EUR', 0.89),
          rig.at('irr:official', 1_350_000),
          rig.at('irr:market', 2_500_000),
        );
      const official = createRig({ clock, cache: store });
      const market = createRig({ clock, cache: store, irr: 'market' });
      rial(official);
      rial(market);
      return { clock, official, market };
    };
    const irrOf = ({ refresher }: ReturnType<typeof createRig>) =>
      refresher.state.snapshot && priceOf(refresher.state.snapshot, 'IRR');

    it('keeps its own last good snapshot when theirs is the later one', async () => {
      const { clock, official, market } = createMixed();
      await official.refresher.refresh();
      await clock.advance(TTL_MS);
      await market.refresher.refresh();
      for (const source of official.providers) source.fails('unreachable');
      await clock.advance(TTL_MS);
      await official.refresher.refresh();
      expect(irrOf(official)).toBe(1_350_000);
      expect(irrOf(market)).toBe(2_500_000);
    });

    it('makes its own of what the sources told them', async () => {
      const { clock, official, market } = createMixed();
      await official.refresher.refresh();
      await clock.advance(TTL_MS);
      await market.refresher.refresh();
      await official.refresher.restore();
      expect(official.polls()).toEqual([1, 1, 1]);
      const { snapshot } = official.refresher.state;
      expect(irrOf(official)).toBe(1_350_000);
      expect(snapshot && validUntil(snapshot)).toBe(NOW + 2 * TTL_MS);
    });
  });

  it('asks a source that was moved to another host at once, whatever the first one said', async () => {
    const before = createRig();
    before.gold.fails('blocked');
    await before.refresher.refresh();
    await before.clock.advance(1_000);
    const after = createRig({ clock: before.clock, cache: before.cache });
    await after.refresher.restore();
    expect(after.refresher.isDue()).toBe(false);
    const moved = createRig({ clock: before.clock, cache: before.cache, hosts: 'a mirror' });
    await moved.refresher.restore();
    await moved.refresher.refresh();
    expect(moved.polls()).toEqual([0, 1, 0]);
  });

  describe('after the clock has been set back', () => {
    const HOUR = 3_600_000;

    const restartedAnHourEarlier = async () => {
      const cache = new MemoryMarketCache(() => NOW);
      await createRig({ clock: new ManualClock(NOW + HOUR), cache }).market.execute();
      const after = createRig({ clock: new ManualClock(NOW), cache });
      await after.refresher.restore();
      return after;
    };

    it('asks at once and dates what it publishes by the right time', async () => {
      const after = await restartedAnHourEarlier();
      expect(after.refresher.state.snapshot?.assembledAt).toBe(NOW + HOUR);

      const { snapshot, freshness } = await after.market.execute();
      expect(snapshot.assembledAt).toBe(NOW);
      expect(freshness).toBe('live');
      expect(after.polls()).toEqual([1, 1, 1]);
      const again = await after.market.execute();
      expect(again.freshness).toBe('cached');
      expect(again.labelHoldsForMs).toBeLessThanOrEqual(TTL_MS);
    });

    it('serves what it has as stale while the sources are out of reach', async () => {
      const after = await restartedAnHourEarlier();
      for (const source of after.providers) source.fails('unreachable');
      const view = await after.market.execute();
      expect(view).toMatchObject({ freshness: 'stale', labelHoldsForMs: 0 });
      expect(after.polls()).toEqual([1, 1, 1]);
    });
  });

  it('starts from what the process before it has stored', async () => {
    const before = createRig();
    await before.refresher.refresh();
    const after = createRig({ clock: before.clock, cache: before.cache });
    await after.refresher.restore();
    expect(after.refresher.state.snapshot).toEqual(before.refresher.state.snapshot);
    expect(after.refresher.isDue()).toBe(false);
  });

  it('does not serve a stored snapshot of a source that has been switched off', async () => {
    const before = createRig();
    await before.refresher.refresh();
    const stored = await before.cache.read();
    const renamed = JSON.parse(JSON.stringify(stored).replaceAll('"gold"', '"er-api"'));
    const cache = new MemoryMarketCache(() => NOW);
    await cache.write(renamed, { token: 1 });
    const after = createRig({ cache });
    await after.refresher.restore();
    expect(after.refresher.state.snapshot).toBeNull();
    expect(Object.keys(after.refresher.state.sources)).not.toContain('er-api');
  });

  it('goes on by itself where the store does not answer', async () => {
    const refuse = async () => {
      throw new CacheUnavailable('down');
    };
    const cache: MarketCache = {
      read: refuse,
      write: refuse,
      acquireLease: refuse,
      releaseLease: refuse,
      watch: () => () => undefined,
      status: () => ({ status: 'degraded', reason: 'down' }),
      close: async () => undefined,
    };
    const { refresher, logger } = createRig({ cache });
    await refresher.restore();
    await refresher.refresh();
    expect(refresher.state.snapshot).not.toBeNull();
    expect(logger.at('error')).toEqual([]);
  });
});

describe('two replicas on one store', () => {
  it('make one set of calls, and show the same snapshot', async () => {
    const { first, second } = createReplicas();
    await Promise.all([first.refresher.refresh(), second.refresher.refresh()]);
    expect([first.polls(), second.polls()]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    expect(second.refresher.state.snapshot).toEqual(first.refresher.state.snapshot);
  });

  it('replace a holder that has died as soon as its lease runs out', async () => {
    const { clock, store, second } = createReplicas();
    // The holder took the lease for five seconds and was killed.
    await store.acquireLease(5_000);
    const refreshed = second.refresher.refresh();
    await clock.advance(4_999);
    expect(second.polls()).toEqual([0, 0, 0]);
    await clock.advance(251);
    await refreshed;
    expect(second.polls()).toEqual([1, 1, 1]);
    expect(second.refresher.state.snapshot).not.toBeNull();
  });

  it('do not let a holder that was paused past its lease undo its successor’s work', async () => {
    const { clock, store, first, second } = createReplicas();
    const stale: Lease | undefined = await store.acquireLease(1_000);
    await clock.advance(1_001);
    second.quoteAll(1.01);
    await second.refresher.refresh();
    await first.refresher.restore();
    const before = first.refresher.state;
    expect(stale && (await store.write({ ...before, snapshot: null }, stale))).toBe(false);
    expect(await store.read()).toEqual(second.refresher.state);
  });

  it('show the store’s snapshot and not their own where theirs came too late', async () => {
    const { clock, store, first, second } = createReplicas();
    await first.refresher.refresh();
    await second.refresher.restore();
    await clock.advance(TTL_MS);
    first.quoteAll(1.02);
    const answer = first.coins.answersLater(first.at('crypto:BTC', 86_000));
    const late = first.refresher.refresh();
    await settle();
    // A successor with a later token stores while the first still waits for its source.
    await store.releaseLease({ token: 2 });
    second.quoteAll(1.01);
    await second.refresher.refresh();
    answer();
    await late;
    expect(first.refresher.state.snapshot).toEqual(second.refresher.state.snapshot);
  });

  it('never go back in time, whichever clock is behind', async () => {
    const { clock, first, second, store } = createReplicas();
    await first.refresher.refresh();
    const stored = await store.read();
    if (!stored?.snapshot) throw new Error('nothing was stored');
    // As a replica whose clock is ten minutes ahead would have left it.
    const ahead = { ...stored, snapshot: { ...stored.snapshot, assembledAt: NOW + 10 * MINUTE } };
    await store.write(ahead, { token: 99 });
    await clock.advance(TTL_MS);
    second.quoteAll(1.01);
    await second.refresher.restore();
    await second.refresher.refresh();
    expect(second.refresher.state.snapshot?.assembledAt).toBeGreaterThanOrEqual(NOW + 10 * MINUTE);
  });
});

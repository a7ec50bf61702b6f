import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Lease, MarketCache } from '../../../src/domain/ports/market-cache.ts';
import { eventually } from '../eventually.ts';
import { stateAssembledAt, stateWithoutSnapshot, TEN_O_CLOCK } from './market-states.ts';

/** One empty store, and the ways into it. */
export interface MarketCacheStore {
  /** Another process's cache on this same store; for an embedded cache, the process after a restart. */
  open(): Promise<MarketCache>;
  /** Lets time pass for the store's leases: waits, or moves the clock that was given to the cache. */
  elapse(ms: number): Promise<void>;
  /** Removes the store; the suite has closed every cache it opened. */
  dispose(): Promise<void>;
}

export interface MarketCacheTraits {
  /** What is written is there for a process that starts later. */
  readonly outlivesProcess: boolean;
  /** Several processes may use the store at once, and see each other's leases and writes. */
  readonly shared: boolean;
}

const LEASE_MS = 400;

/** What every {@link MarketCache} does, whatever it is made of. */
export const behavesAsMarketCache = (
  name: string,
  createStore: () => Promise<MarketCacheStore>,
  { outlivesProcess, shared }: MarketCacheTraits,
): void => {
  describe(`${name} as a market cache`, () => {
    let store: MarketCacheStore;
    let opened: MarketCache[];
    let cache: MarketCache;

    const open = async (): Promise<MarketCache> => {
      const another = await store.open();
      opened.push(another);
      return another;
    };

    beforeEach(async () => {
      store = await createStore();
      opened = [];
      cache = await open();
    });

    afterEach(async () => {
      await Promise.all(opened.map((each) => each.close()));
      await store.dispose();
    });

    describe('state', () => {
      it('is undefined before the first write', async () => {
        expect(await cache.read()).toBeUndefined();
      });

      it.each([
        ['with every member in use', stateAssembledAt(TEN_O_CLOCK)],
        ['before the first snapshot', stateWithoutSnapshot],
      ])('comes back as it was written, %s', async (_case, state) => {
        expect(await cache.write(state, await leased(cache))).toBe(true);
        expect(await cache.read()).toEqual(state);
      });

      it('is replaced whole by a later snapshot', async () => {
        const lease = await leased(cache);
        await cache.write(stateAssembledAt(TEN_O_CLOCK), lease);
        const later = { ...stateAssembledAt(TEN_O_CLOCK + 1), sources: {} };

        expect(await cache.write(later, lease)).toBe(true);
        expect(await cache.read()).toEqual(later);
      });

      it('takes new source states beside an unchanged snapshot', async () => {
        const lease = await leased(cache);
        const state = stateAssembledAt(TEN_O_CLOCK);
        await cache.write(state, lease);
        const failing = { ...state, sources: stateWithoutSnapshot.sources };

        expect(await cache.write(failing, lease)).toBe(true);
        expect(await cache.read()).toEqual(failing);
      });

      it.each([
        ['an earlier snapshot', stateAssembledAt(TEN_O_CLOCK - 1)],
        ['no snapshot', stateWithoutSnapshot],
      ])('is not overwritten by %s', async (_case, earlier) => {
        const lease = await leased(cache);
        const state = stateAssembledAt(TEN_O_CLOCK);
        await cache.write(state, lease);

        expect(await cache.write(earlier, lease)).toBe(false);
        expect(await cache.read()).toEqual(state);
      });

      it('is overwritten where it is of a time that has not come: a clock was wrong', async () => {
        const lease = await leased(cache);
        await cache.write(stateAssembledAt(TEN_O_CLOCK + 3_600_000), lease);
        const state = stateAssembledAt(TEN_O_CLOCK);

        expect(await cache.write(state, lease)).toBe(true);
        expect(await cache.read()).toEqual(state);
      });

      it('is not overwritten by the holder of an earlier lease', async () => {
        const paused = await leased(cache);
        await store.elapse(LEASE_MS + 50);
        const successor = await leased(cache);
        const state = stateAssembledAt(TEN_O_CLOCK);
        await cache.write(state, successor);

        expect(await cache.write(stateAssembledAt(TEN_O_CLOCK + 1), paused)).toBe(false);
        expect(await cache.read()).toEqual(state);
      });

      it('is taken from a holder whose lease has ended while nobody else wrote', async () => {
        const late = await leased(cache);
        await store.elapse(LEASE_MS + 50);

        expect(await cache.write(stateAssembledAt(TEN_O_CLOCK), late)).toBe(true);
      });
    });

    describe('lease', () => {
      it('has one holder at a time, and is free once given back', async () => {
        const lease = await leased(cache);
        expect(await cache.acquireLease(LEASE_MS)).toBeUndefined();

        await cache.releaseLease(lease);
        expect(await cache.acquireLease(LEASE_MS)).toBeDefined();
      });

      it('goes to exactly one of many who ask at the same moment', async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => cache.acquireLease(LEASE_MS)),
        );

        expect(answers.filter((lease) => lease !== undefined)).toHaveLength(1);
      });

      it('ends by itself', async () => {
        await leased(cache);
        await store.elapse(LEASE_MS + 50);

        expect(await cache.acquireLease(LEASE_MS)).toBeDefined();
      });

      it('has a greater token each time', async () => {
        const tokens: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          const lease = await leased(cache);
          tokens.push(lease.token);
          await cache.releaseLease(lease);
        }

        expect(tokens).toEqual([...new Set(tokens)].sort((a, b) => a - b));
      });

      it('is not taken from its successor by a late release', async () => {
        const late = await leased(cache);
        await store.elapse(LEASE_MS + 50);
        await leased(cache);
        await cache.releaseLease(late);

        expect(await cache.acquireLease(LEASE_MS)).toBeUndefined();
      });

      it('may be released twice', async () => {
        const lease = await leased(cache);
        await cache.releaseLease(lease);

        await expect(cache.releaseLease(lease)).resolves.toBeUndefined();
      });
    });

    it('is in good standing while its store works', async () => {
      await cache.read();

      expect(cache.status()).toEqual({ status: 'ok' });
    });

    it('does not call a watcher back for its own writes', async () => {
      let calls = 0;
      const stop = cache.watch(() => {
        calls += 1;
      });
      await cache.write(stateAssembledAt(TEN_O_CLOCK), await leased(cache));
      await cache.read();
      stop();

      expect(calls).toBe(0);
    });

    if (outlivesProcess) {
      it('hands the state to a process that starts later', async () => {
        const state = stateAssembledAt(TEN_O_CLOCK);
        await cache.write(state, await leased(cache));
        await cache.close();

        expect(await (await open()).read()).toEqual(state);
      });
    }

    if (shared) {
      it('goes on counting tokens where a replica that is gone has stopped', async () => {
        const before = await leased(cache);
        await cache.write(stateAssembledAt(TEN_O_CLOCK), before);
        await cache.releaseLease(before);
        await cache.close();

        const after = await (await open()).acquireLease(LEASE_MS);
        expect(after?.token).toBeGreaterThan(before.token);
      });

      it('shows one replica what another has written', async () => {
        const other = await open();
        const state = stateAssembledAt(TEN_O_CLOCK);
        await cache.write(state, await leased(cache));

        expect(await other.read()).toEqual(state);
      });

      it('gives the lease to exactly one of many replicas', async () => {
        const replicas = [cache, ...(await Promise.all([open(), open(), open()]))];
        const answers = await Promise.all(replicas.map((each) => each.acquireLease(LEASE_MS)));

        expect(answers.filter((lease) => lease !== undefined)).toHaveLength(1);
      });

      it('keeps a replica from releasing the lease of another', async () => {
        const other = await open();
        const lease = await leased(cache);
        await other.releaseLease(lease);

        expect(await other.acquireLease(LEASE_MS)).toBeUndefined();
      });

      it('calls a watcher back when another replica has written', async () => {
        const other = await open();
        let calls = 0;
        const stop = other.watch(() => {
          calls += 1;
        });
        const lease = await leased(cache);
        // Until the subscription stands, a notice has nobody to go to.
        await eventually(async () => {
          await cache.write(stateAssembledAt(TEN_O_CLOCK), lease);
          expect(calls).toBeGreaterThan(0);
        });
        stop();
      });

      it('does not call a watcher back once it was stopped', async () => {
        const other = await open();
        let calls = 0;
        let callsAfterStop = 0;
        other.watch(() => {
          callsAfterStop += 1;
        })();
        other.watch(() => {
          calls += 1;
        });
        const lease = await leased(cache);
        await eventually(async () => {
          await cache.write(stateAssembledAt(TEN_O_CLOCK), lease);
          expect(calls).toBeGreaterThan(0);
        });

        expect(callsAfterStop).toBe(0);
      });
    }
  });
};

const leased = async (cache: MarketCache): Promise<Lease> => {
  const lease = await cache.acquireLease(LEASE_MS);
  if (!lease) {
    throw new Error('the lease was expected to be free');
  }
  return lease;
};

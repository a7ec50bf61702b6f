import { MemoryMarketCache } from '../../../../src/adapters/cache/memory-market-cache.ts';
import { behavesAsMarketCache } from '../../../support/cache/market-cache-behaviour.ts';

behavesAsMarketCache(
  'memory',
  async () => {
    let now = 0;
    return {
      open: async () => new MemoryMarketCache(() => now),
      elapse: async (ms) => {
        now += ms;
      },
      dispose: async () => undefined,
    };
  },
  { outlivesProcess: false, shared: false },
);

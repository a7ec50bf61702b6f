import { MemoryMarketCache } from '../../../../src/adapters/cache/memory-market-cache.ts';
import { behavesAsMarketCache } from '../../../support/cache/market-cache-behaviour.ts';
import { TEN_O_CLOCK } from '../../../support/cache/market-states.ts';

behavesAsMarketCache(
  'memory',
  async () => {
    let now = TEN_O_CLOCK;
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

import type { MarketStateCodec } from '../../../src/adapters/cache/redis-market-cache.ts';
import type { MarketState } from '../../../src/domain/market/state.ts';

/** Enough to tell a state from anything else; what a state must look like is the codec's own test. */
export const jsonCodec: MarketStateCodec = {
  encode: (state) => JSON.stringify(state),
  decode: (text) => {
    const value: unknown = JSON.parse(text);
    return isState(value) ? value : undefined;
  },
};

const isState = (value: unknown): value is MarketState =>
  typeof value === 'object' && value !== null && 'snapshot' in value && 'sources' in value;

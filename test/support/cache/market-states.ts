import type { MarketState } from '../../../src/domain/market/state.ts';

/** 2026-10-05T10:00:00Z. */
export const TEN_O_CLOCK = Date.UTC(2026, 9, 5, 10);

/** Before the first snapshot: one source has answered, another is failing. */
export const stateWithoutSnapshot: MarketState = {
  snapshot: null,
  sources: {
    'gold-api': {
      quotes: [],
      succeededAt: null,
      nextPollAt: TEN_O_CLOCK + 60_000,
      failure: { code: 'blocked', since: TEN_O_CLOCK, failures: 3 },
      memory: {},
    },
  },
  history: {},
};

/** Every member in use; `assembledAt` in Unix ms. */
export const stateAssembledAt = (assembledAt: number, rate = 0.92): MarketState => ({
  snapshot: {
    assembledAt,
    currencies: [
      {
        code: 'EUR',
        value: rate,
        change24h: -0.12,
        changeBasis: 'previous-close',
        observedAt: assembledAt - 60_000,
      },
      {
        code: 'IRR',
        value: 1_312_450,
        change24h: 0,
        changeBasis: 'unknown',
        observedAt: assembledAt - 3_600_000,
        rateType: 'official',
      },
      { code: 'USD', value: 1, change24h: 0, changeBasis: '24h', observedAt: assembledAt },
    ],
    gold: { value: 167_412_345.678, change24h: 1.5, changeBasis: '24h', observedAt: assembledAt },
    crypto: [
      {
        symbol: 'SHIB',
        value: 0.000_008_123_45,
        change24h: 3.2,
        changeBasis: '24h',
        observedAt: assembledAt,
      },
    ],
    sources: ['coingecko', 'frankfurter'],
    groups: {
      currencies: { restsOnLastGood: false, validUntil: assembledAt + 300_000 },
      gold: { restsOnLastGood: true, validUntil: assembledAt },
      crypto: { restsOnLastGood: false, validUntil: assembledAt + 300_000 },
    },
  },
  sources: {
    frankfurter: {
      quotes: [
        {
          instrument: 'currency:EUR',
          value: rate,
          observedAt: assembledAt - 60_000,
          change: { percent: -0.12, basis: 'previous-close' },
        },
      ],
      succeededAt: assembledAt,
      nextPollAt: assembledAt + 300_000,
      failure: null,
      memory: {
        'irr:official': {
          accepted: 1_312_450,
          quarantined: { value: 13_124_500, polls: 1 },
          outlier: false,
        },
      },
    },
  },
  history: { frankfurter: { 'currency:EUR': [[assembledAt - 60_000, rate]] } },
});

import { type MarketState, UNASKED } from '../../../src/domain/market/state.ts';

/** 2026-10-05T10:00:00Z. */
export const TEN_O_CLOCK = Date.UTC(2026, 9, 5, 10);

/** Before the first snapshot: one source has answered, another is failing. */
export const stateWithoutSnapshot: MarketState = {
  snapshot: null,
  sources: {
    'gold-api': {
      ...UNASKED,
      attemptedAt: TEN_O_CLOCK,
      nextPollAt: TEN_O_CLOCK + 60_000,
      outage: { code: 'blocked', since: TEN_O_CLOCK, failures: 3 },
    },
  },
};

/** Every member in use; `assembledAt` in Unix ms. */
export const stateAssembledAt = (assembledAt: number, rate = 0.92): MarketState => {
  const lived = { validUntil: assembledAt + 300_000, sources: ['frankfurter'] };
  const euro = {
    instrument: 'currency:EUR',
    value: rate,
    observedAt: assembledAt - 60_000,
    obtainedAt: assembledAt,
    change: { percent: -0.12, basis: 'previous-close' },
  } as const;
  const slip = {
    instrument: 'irr:official',
    value: 13_124_500,
    observedAt: assembledAt - 60_000,
    obtainedAt: assembledAt,
  } as const;
  return {
    snapshot: {
      assembledAt,
      currencies: [
        {
          code: 'EUR',
          value: rate,
          change24h: -0.12,
          changeBasis: 'previous-close',
          observedAt: assembledAt - 60_000,
          ...lived,
        },
        {
          code: 'IRR',
          value: 1_312_450,
          change24h: 0,
          changeBasis: 'unknown',
          observedAt: assembledAt - 3_600_000,
          rateType: 'official',
          ...lived,
        },
        {
          code: 'USD',
          value: 1,
          change24h: 0,
          changeBasis: '24h',
          observedAt: assembledAt,
          ...lived,
        },
      ],
      gold: {
        value: 167_412_345.6,
        change24h: 1.5,
        changeBasis: '24h',
        observedAt: assembledAt,
        ...lived,
      },
      crypto: [
        {
          symbol: 'SHIB',
          value: 0.000_008_123_45,
          change24h: 3.2,
          changeBasis: '24h',
          observedAt: assembledAt,
          ...lived,
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
        quotes: { 'currency:EUR': euro },
        quarantine: { 'irr:official': { quote: slip, polls: 1 } },
        outliers: ['currency:GBP'],
        history: { 'metal:XAU': [[assembledAt - 60_000, 4152.4]] },
        attemptedAt: assembledAt,
        succeededAt: assembledAt,
        nextPollAt: assembledAt + 300_000,
        outage: null,
        host: 'a1b2c3d4e5f6',
        past: [
          {
            observedAt: 1_791_072_000_000,
            values: { 'currency:EUR': 0.89, 'irr:official': 1_346_904 },
          },
        ],
        refusals: [{ instrument: 'currency:ZWG', reason: 'missing' }],
      },
    },
  };
};

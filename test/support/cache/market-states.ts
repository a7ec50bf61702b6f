import type { MarketState, SourceState } from '../../../src/domain/market/state.ts';
import { UNASKED } from '../../../src/domain/market/state.ts';

/** 2026-10-05T10:00:00Z. */
export const TEN_O_CLOCK = Date.UTC(2026, 9, 5, 10);

/** Before the first snapshot: the one source there is turns us away. */
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

/** Every member in use; `assembledAt` in Unix ms, `eur` in euro per USD. */
export const stateAssembledAt = (assembledAt: number, eur = 0.92): MarketState => {
  const figure = {
    change24h: 1.5,
    changeBasis: '24h',
    observedAt: assembledAt - 60_000,
    validUntil: assembledAt + 300_000,
    sources: ['frankfurter'],
  } as const;
  const supported = { restsOnLastGood: false, validUntil: assembledAt + 300_000 };
  return {
    snapshot: {
      assembledAt,
      currencies: [
        { ...figure, code: 'EUR', value: eur, change24h: -0.12, changeBasis: 'previous-close' },
        { ...figure, code: 'IRR', value: 1_312_450, rateType: 'official' },
        { ...figure, code: 'USD', value: 1, change24h: 0, changeBasis: 'unknown' },
      ],
      gold: { ...figure, value: 167_412_345.678 },
      crypto: [{ ...figure, symbol: 'SHIB', value: 0.000_008_123_45, sources: ['coingecko'] }],
      sources: ['coingecko', 'frankfurter'],
      groups: {
        currencies: supported,
        gold: { restsOnLastGood: true, validUntil: assembledAt },
        crypto: supported,
      },
    },
    sources: { frankfurter: answeringSource(assembledAt, eur) },
  };
};

const answeringSource = (answeredAt: number, eur: number): SourceState => {
  const observedAt = answeredAt - 60_000;
  const quote = { value: eur, observedAt, obtainedAt: answeredAt };
  return {
    quotes: {
      'currency:EUR': {
        ...quote,
        instrument: 'currency:EUR',
        change: { percent: -0.12, basis: 'previous-close' },
      },
    },
    quarantine: {
      'irr:official': {
        quote: { ...quote, instrument: 'irr:official', value: 13_124_500 },
        polls: 1,
      },
    },
    outliers: ['metal:XAU'],
    history: { 'currency:EUR': [[observedAt, eur]] },
    attemptedAt: answeredAt,
    succeededAt: answeredAt,
    nextPollAt: answeredAt + 300_000,
    outage: null,
    refusals: [{ instrument: 'currency:XXX', reason: 'zero' }],
  };
};

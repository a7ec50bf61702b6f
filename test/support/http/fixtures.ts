import type { MarketView, VersionView } from '../../../src/application/views.ts';
import type { Snapshot } from '../../../src/domain/market/snapshot.ts';
import type { PublishedSalaryLaws, YearEntry } from '../../../src/domain/salary-laws/dataset.ts';

/** 2026-10-05T12:00:00Z, in Unix ms. */
export const NOON = Date.UTC(2026, 9, 5, 12);

const observed = {
  observedAt: NOON - 60_000,
  changeBasis: '24h',
  validUntil: NOON + 240_000,
  sources: ['frankfurter'],
} as const;

export const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  assembledAt: NOON,
  currencies: [
    { code: 'EUR', value: 0.8533, change24h: -0.12, ...observed },
    { code: 'IRR', value: 1_312_500, change24h: 0.4, rateType: 'official', ...observed },
    { code: 'USD', value: 1, change24h: 0, ...observed },
  ],
  gold: { value: 168_402_113, change24h: 1.02, ...observed },
  crypto: [
    { symbol: 'BTC', value: 123_456.7, change24h: 2.5, ...observed },
    { symbol: 'USDT', value: 1.0002, change24h: 0, ...observed, changeBasis: 'unknown' },
  ],
  sources: ['coingecko', 'frankfurter', 'gold-api'],
  groups: {
    currencies: { restsOnLastGood: false, validUntil: NOON + 3_600_000 },
    gold: { restsOnLastGood: false, validUntil: NOON + 3_600_000 },
    crypto: { restsOnLastGood: false, validUntil: NOON + 3_600_000 },
  },
  ...changes,
});

export const aMarketView = (changes: Partial<MarketView> = {}): MarketView => ({
  snapshot: aSnapshot(),
  freshness: 'cached',
  labelHoldsForMs: 200_500,
  ...changes,
});

const year1405: YearEntry = {
  year: 1405,
  minimumWage: 166_255_000,
  taxExemption: 400_000_000,
  insuranceRate: 0.07,
  housingAllowance: 30_000_000,
  foodAllowance: 22_000_000,
  taxBrackets: [
    { upTo: 400_000_000, rate: 0 },
    { upTo: 800_000_000, rate: 0.1 },
    { upTo: null, rate: 0.3 },
  ],
};

export const someSalaryLaws = (changes: Partial<PublishedSalaryLaws> = {}): PublishedSalaryLaws => {
  const laws = {
    version: '1405.1',
    updatedAt: '2026-03-21',
    source: 'test dataset',
    region: 'IR',
    years: { '1405': year1405 },
  };
  return {
    laws,
    body: JSON.stringify(laws),
    revision: '0123456789abcdef0123456789abcdef',
    publishedAt: Date.UTC(2026, 2, 21, 8),
    ...changes,
  };
};

export const aVersion = (changes: Partial<VersionView> = {}): VersionView => ({
  version: '1.2.3',
  commit: '0a1b2c3',
  builtAt: '2026-10-01T00:00:00.000Z',
  interfaceVersion: '8.0.0',
  salaryLaws: { version: '1405.1', revision: '0123456789abcdef0123456789abcdef' },
  ...changes,
});

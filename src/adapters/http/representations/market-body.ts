import type {
  CryptoEntry,
  CurrencyEntry,
  Figure,
  Freshness,
  Snapshot,
} from '../../../domain/market/snapshot.ts';

/** Display names for codes and symbols. */
export interface Names {
  currency(code: string): string;
  crypto(symbol: string): string;
}

/** Spec section 2.1: always exactly these. */
const UNITS = {
  currencyBase: 'USD',
  iranCurrency: 'IRR',
  goldPricePerGram: 'IRR',
  cryptoPrice: 'USD',
} as const;

/**
 * The market response of spec section 2.1, with `changeBasis` and `observedAt` (Unix ms) added to
 * each entry and `rateType` to IRR. Equal arguments give equal bytes.
 */
export const marketBody = (snapshot: Snapshot, freshness: Freshness, names: Names): string =>
  JSON.stringify({
    ok: true,
    data: {
      timestamp: snapshot.assembledAt,
      currencies: Object.fromEntries(
        snapshot.currencies.map((entry) => [entry.code, currency(entry, names)]),
      ),
      gold: { pricePerGram: snapshot.gold.value, ...change(snapshot.gold) },
      crypto: Object.fromEntries(
        snapshot.crypto.map((entry) => [entry.symbol, coin(entry, names)]),
      ),
      units: UNITS,
      sources: snapshot.sources,
      freshness,
    },
  });

const currency = (entry: CurrencyEntry, names: Names) => ({
  code: entry.code,
  name: names.currency(entry.code),
  rate: entry.value,
  ...change(entry),
  ...(entry.rateType === undefined ? {} : { rateType: entry.rateType }),
});

const coin = (entry: CryptoEntry, names: Names) => ({
  symbol: entry.symbol,
  name: names.crypto(entry.symbol),
  priceUSD: entry.value,
  ...change(entry),
});

const change = ({ change24h, changeBasis, observedAt }: Figure) => ({
  change24h,
  changeBasis,
  observedAt,
});

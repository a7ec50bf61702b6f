import type { Freshness } from '../../../src/domain/market/snapshot.ts';

/** The answer of `/api/market` as a client reads it; docs/openapi.yaml is held against it elsewhere. */
export interface MarketBody {
  readonly ok: true;
  readonly data: MarketData;
}

export interface MarketData {
  /** Unix ms. */
  readonly timestamp: number;
  readonly currencies: Readonly<Record<string, Entry & { rate: number; rateType?: string }>>;
  readonly gold: Entry & { readonly pricePerGram: number };
  readonly crypto: Readonly<Record<string, Entry & { priceUSD: number }>>;
  readonly sources: readonly string[];
  readonly freshness: Freshness;
}

interface Entry {
  /** Percent. */
  readonly change24h: number;
  readonly changeBasis: '24h' | 'previous-close' | 'unknown';
  /** Unix ms. */
  readonly observedAt: number;
}

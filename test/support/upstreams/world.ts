import { recordedJson } from './recorded.ts';

/**
 * The recorded bodies are excerpts. What they lack is filled in here, the same for every provider
 * and close to the recorded minute, so that a whole service shows the currencies and coins that it
 * would show in the world.
 */

/** Currencies that the recorded table lacks and the wider tables have. */
const WIDER = { KPW: 900, SVC: 8.75 };

/** Units per 1 USD: the one recorded table that is complete, and a little more. */
export const fullTable = (): Record<string, number> => ({
  ...recordedJson<{ rates: Record<string, number> }>('er-api.json').rates,
  ...WIDER,
});

/** A made-up but steady move since the day before, between -0.2 and +0.2 percent. */
export const dayBefore = (code: string, rate: number): number => {
  const seed = [...code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return Number((rate / (1 + ((seed % 5) - 2) / 1000)).toPrecision(8));
};

export interface WorldCoin {
  readonly usd: number;
  /** Percent over 24 hours. */
  readonly change24h: number;
}

/** USD per coin. BTC, ETH and USDT stand in the recordings themselves. */
export const COINS: Readonly<Record<string, WorldCoin>> = {
  BTC: { usd: 85_864, change24h: 0.78 },
  ETH: { usd: 2701.3, change24h: 0.72 },
  USDT: { usd: 0.99969, change24h: -0.002 },
  BNB: { usd: 1069.32, change24h: 0.41 },
  SOL: { usd: 171.2, change24h: 1.12 },
  XRP: { usd: 2.8473, change24h: -0.35 },
  ADA: { usd: 0.54286, change24h: -0.61 },
  DOGE: { usd: 0.1952, change24h: 0.94 },
  TRX: { usd: 0.33514, change24h: 0.18 },
  TON: { usd: 2.7119, change24h: -1.07 },
};

/** What a coin cost 24 hours ago, in USD. */
export const dayAgo = ({ usd, change24h }: WorldCoin): number =>
  Number((usd / (1 + change24h / 100)).toPrecision(8));

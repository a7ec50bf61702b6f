import { recordedJson } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';
import { COINS, dayAgo } from '../world.ts';

interface Ticker {
  timestamp: string;
  last: string;
  open_24: string;
  percent_change_24: string;
  pair: string;
  market: string;
}

const LISTED = ['USDT', 'SOL', 'XRP', 'ADA', 'DOGE'];

const recorded = (symbol: string): Ticker => ({
  ...recordedJson<Ticker>(`bitstamp-ticker-${symbol.toLowerCase()}usd.json`),
  pair: `${symbol}/USD`,
  market: `${symbol}/USD`,
});

const tickers = (): Ticker[] => {
  const btc = recorded('BTC');
  const others = LISTED.flatMap((symbol): Ticker[] => {
    const coin = COINS[symbol];
    if (!coin) return [];
    const pair = `${symbol}/USD`;
    return [
      {
        ...btc,
        last: `${coin.usd}`,
        open_24: `${dayAgo(coin)}`,
        percent_change_24: coin.change24h.toFixed(2),
        pair,
        market: pair,
      },
    ];
  });
  // The real list has every pair, in euros and in coins too.
  return [btc, { ...btc, pair: 'BTC/EUR', market: 'BTC/EUR' }, recorded('ETH'), ...others];
};

/** www.bitstamp.net: the tickers of all pairs. */
export const bitstamp: SimulatedProvider = {
  name: 'bitstamp',
  answer: (url, time) => {
    if (url.pathname !== '/api/v2/ticker/') return undefined;
    return {
      document: tickers().map((ticker) => ({
        ...ticker,
        timestamp: `${time.seconds(Number(ticker.timestamp))}`,
      })),
    };
  },
  find: (document, instrument) => {
    const list = document as Ticker[];
    const index = list.findIndex(({ pair }) => pair === `${codeIn(instrument)}/USD`);
    const holder = list[index] as unknown as Record<string, unknown> | undefined;
    return holder && { holder, key: 'last', remove: () => list.splice(index, 1) };
  },
  notFound: { type: JSON_TYPE, body: '{"status":"error","reason":"Not found"}' },
};

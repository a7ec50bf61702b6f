import { recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';
import { COINS } from '../world.ts';

interface Ticker {
  id: string;
  name: string;
  symbol: string;
  last_updated: string;
  quotes: { USD: { price: number; percent_change_24h: number } };
}

const IDS: Readonly<Record<string, string>> = {
  USDT: 'usdt-tether',
  BNB: 'bnb-binance-coin',
  SOL: 'sol-solana',
  XRP: 'xrp-xrp',
  ADA: 'ada-cardano',
  DOGE: 'doge-dogecoin',
  TRX: 'trx-tron',
  TON: 'toncoin-the-open-network',
};

/** api.coinpaprika.com: the list of all tickers. */
export const coinpaprika: SimulatedProvider = {
  name: 'coinpaprika',
  answer: (url, time) => {
    if (url.pathname !== '/v1/tickers') return undefined;
    const tickers = recordedJson<Ticker[]>('coinpaprika-tickers-list.json');
    const [first] = tickers;
    for (const [symbol, id] of Object.entries(IDS)) {
      const coin = COINS[symbol];
      if (!first || !coin) continue;
      const USD = { price: coin.usd, percent_change_24h: coin.change24h };
      tickers.push({ ...first, id, name: symbol, symbol, quotes: { USD } });
    }
    return {
      document: tickers.map((ticker) => ({
        ...ticker,
        last_updated: time.iso(ticker.last_updated),
      })),
    };
  },
  find: (document, instrument) => {
    const tickers = document as Ticker[];
    const index = tickers.findIndex(({ symbol }) => symbol === codeIn(instrument));
    const holder = tickers[index]?.quotes.USD;
    return holder && { holder, key: 'price', remove: () => tickers.splice(index, 1) };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/coinpaprika-404.json') },
};

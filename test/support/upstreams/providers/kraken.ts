import { type MovedTime, recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type Reply, type SimulatedProvider } from '../simulated-provider.ts';
import { COINS, dayAgo } from '../world.ts';

interface Ticker {
  c: [string, string];
  o: string;
}
interface Answer<T> {
  error: string[];
  result: Record<string, T>;
}
type Candle = [number, ...unknown[]];

const PAIRS: Readonly<Record<string, string>> = {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  USDT: 'USDTZUSD',
  SOL: 'SOLUSD',
  XRP: 'XXRPZUSD',
  ADA: 'ADAUSD',
  DOGE: 'XDGUSD',
  TRX: 'TRXUSD',
};

const UNKNOWN_PAIR: Reply = {
  document: JSON.parse(recordedText('errors/kraken-200-unknown-pair.json')),
};

const symbolOf = (pair: string): string | undefined =>
  Object.entries(PAIRS).find(([, name]) => name === pair)?.[0];

const ticker = (pairs: readonly string[]): Reply => {
  const { result } = recordedJson<Answer<Ticker>>('kraken-ticker.json');
  const answer: Answer<Ticker> = { error: [], result: {} };
  for (const pair of pairs) {
    const coin = COINS[symbolOf(pair) ?? ''];
    const btc = result.XXBTZUSD;
    // One pair that it does not know fails the whole request.
    if (!coin || !btc) return UNKNOWN_PAIR;
    const open = `${dayAgo(coin)}`;
    answer.result[pair] = result[pair] ?? { ...btc, c: [`${coin.usd}`, '1.0'], o: open };
  }
  return { document: answer };
};

const candles = (pair: string, time: MovedTime): Reply => {
  const coin = COINS[symbolOf(pair) ?? ''];
  if (!coin) return UNKNOWN_PAIR;
  const { result } = recordedJson<{ result: { XXBTZUSD: Candle[] } }>('kraken-ohlc-xbtusd-60.json');
  const rows = result.XXBTZUSD.map(([seconds, ...rest]): Candle => {
    const figures = pair === 'XXBTZUSD' ? rest : [`${dayAgo(coin)}`, ...rest.slice(1)];
    return [time.hour(seconds), ...figures];
  });
  return { document: { error: [], result: { [pair]: rows, last: rows.at(-2)?.[0] } } };
};

/** api.kraken.com; its errors come under status 200. */
export const kraken: SimulatedProvider = {
  name: 'kraken',
  answer: (url, time) => {
    const pair = url.searchParams.get('pair') ?? '';
    if (url.pathname === '/0/public/Ticker') return ticker(pair.split(','));
    return url.pathname === '/0/public/OHLC' ? candles(pair, time) : undefined;
  },
  find: (document, instrument) => {
    const { result } = document as Answer<Ticker>;
    const pair = PAIRS[codeIn(instrument)] ?? '';
    const holder = result?.[pair]?.c;
    return holder && { holder, key: 0, remove: () => delete result[pair] };
  },
  notFound: { type: JSON_TYPE, body: '{"error":["EGeneral:Unknown method"]}' },
};

import { recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';
import { COINS } from '../world.ts';

interface Entry {
  usd: number;
  usd_24h_change: number;
  last_updated_at: number;
}

const IDS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  USDT: 'tether',
  BNB: 'binancecoin',
  SOL: 'solana',
  XRP: 'ripple',
  ADA: 'cardano',
  DOGE: 'dogecoin',
  TRX: 'tron',
  TON: 'the-open-network',
};

const LAST_UPDATED = 1_791_193_001;

/** api.coingecko.com; an id that it does not know is simply absent. */
export const coingecko: SimulatedProvider = {
  name: 'coingecko',
  answer: (url, time) => {
    if (url.pathname !== '/api/v3/simple/price') return undefined;
    const all = recordedJson<Record<string, Entry>>('coingecko-simple-price.json');
    for (const [symbol, id] of Object.entries(IDS)) {
      const coin = COINS[symbol];
      if (!coin || all[id]) continue;
      all[id] = { usd: coin.usd, usd_24h_change: coin.change24h, last_updated_at: LAST_UPDATED };
    }
    const document: Record<string, Entry> = {};
    for (const id of (url.searchParams.get('ids') ?? '').split(',')) {
      const entry = all[id];
      if (!entry) continue;
      document[id] = { ...entry, last_updated_at: time.seconds(entry.last_updated_at) };
    }
    return { document };
  },
  find: (document, instrument) => {
    const coins = document as Record<string, Record<string, unknown>>;
    const id = IDS[codeIn(instrument)] ?? '';
    const holder = coins[id];
    return holder && { holder, key: 'usd', remove: () => delete coins[id] };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/coingecko-200-empty.json') },
};

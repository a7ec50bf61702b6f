import { recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';
import { COINS, dayAgo } from '../world.ts';

interface Product {
  stats_30day: { volume: string };
  stats_24hour: Record<string, string>;
}

const LISTED = ['USDT', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'TON'];

/** api.exchange.coinbase.com: the figures of all products; no time stands in them. */
export const coinbase: SimulatedProvider = {
  name: 'coinbase',
  answer: (url) => {
    if (url.pathname !== '/products/stats') return undefined;
    const products = recordedJson<Record<string, Product>>('coinbase-exchange-products-stats.json');
    for (const symbol of LISTED) {
      const coin = COINS[symbol];
      if (!coin) continue;
      products[`${symbol}-USD`] = {
        stats_30day: { volume: '1000' },
        stats_24hour: { open: `${dayAgo(coin)}`, last: `${coin.usd}`, volume: '100' },
      };
    }
    return { document: products };
  },
  find: (document, instrument) => {
    const products = document as Record<string, Product>;
    const id = `${codeIn(instrument)}-USD`;
    const holder = products[id]?.stats_24hour;
    return holder && { holder, key: 'last', remove: () => delete products[id] };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/coinbase-exchange-404.json') },
};

import { recordedJson, recordedText } from '../recorded.ts';
import { JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';

interface OrderBook {
  lastUpdate: number;
  asks: unknown[][];
  bids: unknown[][];
}
interface Candles {
  t: number[];
}

/** apiv2.nobitex.ir; USDTIRT is in rial. */
export const nobitex: SimulatedProvider = {
  name: 'nobitex',
  answer: (url, time) => {
    if (url.pathname === '/v3/orderbook/USDTIRT') {
      const book = recordedJson<OrderBook>('nobitex-orderbook-usdtirt.json');
      return { document: { ...book, lastUpdate: time.ms(book.lastUpdate) } };
    }
    if (url.pathname !== '/market/udf/history') return undefined;
    const candles = recordedJson<Candles>('nobitex-udf-history.json');
    return { document: { ...candles, t: candles.t.map((seconds) => time.hour(seconds)) } };
  },
  find: (document, instrument) => {
    const { asks, bids } = document as Partial<OrderBook>;
    if (instrument !== 'irr:market' || !asks || !bids) return undefined;
    // The price is the middle of the book: altering it moves both sides.
    const holder = {
      get mid(): unknown {
        return bids[0]?.[0];
      },
      set mid(value: unknown) {
        for (const level of [...asks, ...bids]) level[0] = value;
      },
    };
    const remove = () => {
      asks.length = 0;
      bids.length = 0;
    };
    return { holder, key: 'mid', remove };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/nobitex-udf-no-data.json') },
};

import { recordedJson, recordedText } from '../recorded.ts';
import { JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';

interface Feed {
  spreadProfilePrices: { spreadProfile: string; bid: unknown; ask: unknown }[];
  ts: number;
}

/** forex-data-feed.swissquote.com. */
export const swissquote: SimulatedProvider = {
  name: 'swissquote',
  answer: (url, time) => {
    if (!url.pathname.startsWith('/public-quotes/bboquotes/instrument/')) return undefined;
    if (!url.pathname.endsWith('/XAU/USD')) return { document: [] };
    const feeds = recordedJson<Feed[]>('swissquote-xauusd.json');
    return { document: feeds.map((feed) => ({ ...feed, ts: time.ms(feed.ts) })) };
  },
  find: (document, instrument) => {
    if (instrument !== 'metal:XAU') return undefined;
    const feeds = document as Feed[];
    const prices = feeds.flatMap(({ spreadProfilePrices }) => spreadProfilePrices);
    // The price stands nowhere as one number: altering it moves every bid and ask.
    const holder = {
      get mid(): unknown {
        return prices[0]?.bid;
      },
      set mid(value: unknown) {
        for (const price of prices) Object.assign(price, { bid: value, ask: value });
      },
    };
    return { holder, key: 'mid', remove: () => feeds.splice(0) };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/swissquote-empty.json') },
};

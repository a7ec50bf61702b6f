import { MovedTime, recordedJson } from '../recorded.ts';
import type { SimulatedProvider } from '../simulated-provider.ts';

interface Price {
  sell: number;
  buy?: number;
}
type Archive = Record<string, Record<string, Price>>;

/** The file was committed at this time; its newest day is the one before. */
const COMMITTED_AT = Date.parse('2026-08-22T01:38:00Z');
/** From the dollar of August, 190,450 toman, to the open market of the other recordings. */
const TO_OCTOBER = 253_540 / 190_450;

const adapted = (toman: number): number => Math.round((toman * TO_OCTOBER) / 50) * 50;

const FILE = /\/SamadiPour\/rial-exchange-rates-archive(@|\/)data\/gregorian_7days\.min\.json$/;

/** cdn.jsdelivr.net and raw.githubusercontent.com; prices are in toman. */
export const rialArchive: SimulatedProvider = {
  name: 'rial-archive',
  answer: (url, time) => {
    if (!FILE.test(url.pathname)) return undefined;
    const since = new MovedTime(time.now, COMMITTED_AT);
    const document: Archive = {};
    for (const [key, prices] of Object.entries(recordedJson<Archive>('rial-archive-7days.json'))) {
      const day = since.day(key.replaceAll('/', '-')).replaceAll('-', '/');
      const { usd } = prices;
      document[day] = {
        ...prices,
        ...(usd && { usd: { sell: adapted(usd.sell), buy: adapted(usd.buy ?? usd.sell) } }),
      };
    }
    const mirrored = !url.pathname.startsWith('/gh/');
    const type = mirrored ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    return { validated: true, type, document };
  },
  find: (document, instrument) => {
    const archive = document as Archive;
    const newest = archive[Object.keys(archive).toSorted().at(-1) ?? ''];
    const usd = newest?.usd;
    if (instrument !== 'irr:market' || !newest || !usd) return undefined;
    const holder = {
      get price(): unknown {
        return usd.sell;
      },
      set price(value: unknown) {
        Object.assign(usd, { sell: value, buy: value });
      },
    };
    return { holder, key: 'price', remove: () => delete newest.usd };
  },
  notFound: { type: 'text/plain; charset=utf-8', body: "Couldn't find the requested file." },
};

import { recordedJson, recordedText } from '../recorded.ts';
import { codeIn, type SimulatedProvider } from '../simulated-provider.ts';
import { dayBefore, fullTable } from '../world.ts';

interface RatesFile {
  date: string;
  usd: Record<string, number>;
}

const DAY_MS = 86_400_000;

const today = (): RatesFile => {
  const file = recordedJson<RatesFile>('currency-api-usd.json');
  for (const [code, rate] of Object.entries(fullTable())) file.usd[code.toLowerCase()] ??= rate;
  return file;
};

const yesterday = (): RatesFile => {
  const file = recordedJson<RatesFile>('currency-api-usd-yesterday.json');
  for (const [key, rate] of Object.entries(today().usd)) file.usd[key] ??= dayBefore(key, rate);
  return file;
};

const JSDELIVR = /^\/npm\/@fawazahmed0\/currency-api@([^/]+)\/v1\/currencies\/usd\.min\.json$/;
const PAGES = '/v1/currencies/usd.min.json';

/** cdn.jsdelivr.net and pages.dev: the package of the day, and one per day before it. */
export const currencyApi: SimulatedProvider = {
  name: 'currency-api',
  answer: (url, time) => {
    const version = url.pathname === PAGES ? 'latest' : JSDELIVR.exec(url.pathname)?.[1];
    const newest = { ...today(), date: time.day('2026-10-05') };
    if (version === 'latest' || version === newest.date) {
      return { validated: true, document: newest };
    }
    const age = (Date.parse(newest.date) - Date.parse(version ?? '')) / DAY_MS;
    // Packages are kept for good; a week of them is enough here.
    if (!Number.isInteger(age) || age < 1 || age > 7) return undefined;
    return { validated: true, document: { ...yesterday(), date: version } };
  },
  find: (document, instrument) => {
    const { usd } = document as RatesFile;
    const key = codeIn(instrument).toLowerCase();
    return instrument !== 'irr:market' && key in usd ? { holder: usd, key } : undefined;
  },
  notFound: {
    type: 'text/plain; charset=utf-8',
    body: recordedText('errors/currency-api-jsdelivr-404-version.txt'),
  },
};

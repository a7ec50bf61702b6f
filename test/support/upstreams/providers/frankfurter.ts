import { type MovedTime, recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';
import { dayBefore, fullTable } from '../world.ts';

interface Row {
  date: string;
  base: string;
  quote: string;
  rate: number;
}

const LATEST = '2026-10-05';
const BEFORE = '2026-10-04';

const table = (time: MovedTime, from: string | null): Row[] => {
  const latest = recordedJson<Row[]>('frankfurter-v2-rates-usd.json');
  const known = new Set(latest.map(({ quote }) => quote));
  for (const [quote, rate] of Object.entries(fullTable())) {
    if (!known.has(quote)) latest.push({ date: LATEST, base: 'USD', quote, rate });
  }
  const rows = [...latest];
  if (from !== null) {
    const before = recordedJson<Row[]>('frankfurter-v2-rates-usd-yesterday.json');
    const named = new Set(before.map(({ quote }) => quote));
    rows.push(...before);
    for (const { date, base, quote, rate } of latest) {
      if (named.has(quote) || date !== LATEST) continue;
      rows.push({ date: BEFORE, base, quote, rate: dayBefore(quote, rate) });
    }
  }
  return rows
    .map((row) => ({ ...row, date: time.day(row.date) }))
    .filter(({ date }) => from === null || date >= from);
};

/** api.frankfurter.dev, version 2. */
export const frankfurter: SimulatedProvider = {
  name: 'frankfurter',
  answer: (url, time) => {
    if (url.pathname === '/v2/rates') {
      return { validated: true, document: table(time, url.searchParams.get('from')) };
    }
    if (url.pathname !== '/v2/rate/XAU/USD') return undefined;
    const gold = recordedJson<Row>('frankfurter-v2-rate-xau-usd.json');
    return { validated: true, document: { ...gold, date: time.day(gold.date) } };
  },
  find: (document, instrument) => {
    if (instrument === 'metal:XAU') {
      return Array.isArray(document)
        ? undefined
        : { holder: document as Record<string, unknown>, key: 'rate' };
    }
    if (!Array.isArray(document) || instrument === 'irr:market') return undefined;
    const rows = document as Row[];
    const ofQuote = rows.filter(({ quote }) => quote === codeIn(instrument));
    const [newest] = ofQuote.toSorted((a, b) => b.date.localeCompare(a.date));
    if (!newest) return undefined;
    return {
      holder: newest as unknown as Record<string, unknown>,
      key: 'rate',
      remove: () => {
        for (const row of ofQuote) rows.splice(rows.indexOf(row), 1);
      },
    };
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/frankfurter-v2-404.json') },
};

import { recordedJson } from '../recorded.ts';
import type { SimulatedProvider } from '../simulated-provider.ts';

interface GoldRow {
  data: string;
  cena: number;
}
interface DollarTable {
  rates: { no: string; effectiveDate: string; mid: number }[];
}

/** The zloty's rate of the working day before the recorded one, which the recording lacks. */
const BEFORE = { no: '192/A/NBP/2026', effectiveDate: '2026-10-02', mid: 3.7693 };

/** api.nbp.pl. */
export const nbp: SimulatedProvider = {
  name: 'nbp',
  answer: (url, time) => {
    if (url.pathname === '/api/cenyzlota/last/2/') {
      const rows = recordedJson<GoldRow[]>('nbp-gold-last2.json');
      return { document: rows.map((row) => ({ ...row, data: time.day(row.data) })) };
    }
    if (url.pathname !== '/api/exchangerates/rates/a/usd/last/5/') return undefined;
    const table = recordedJson<DollarTable>('nbp-usd-table-a.json');
    const rates = [BEFORE, ...table.rates].map((rate) => ({
      ...rate,
      effectiveDate: time.day(rate.effectiveDate),
    }));
    return { document: { ...table, rates } };
  },
  find: (document, instrument) => {
    if (instrument !== 'metal:XAU' || !Array.isArray(document)) return undefined;
    const rows = document as GoldRow[];
    const holder = rows.at(-1) as unknown as Record<string, unknown> | undefined;
    return holder && { holder, key: 'cena', remove: () => rows.splice(0) };
  },
  notFound: { type: 'text/plain; charset=utf-8', body: '404 NotFound - Not Found - Brak danych' },
};

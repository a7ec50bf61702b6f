import { recordedJson, recordedText } from '../recorded.ts';
import { codeIn, JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';

interface Table {
  time_last_update_unix: number;
  time_last_update_utc: string;
  time_next_update_unix: number;
  time_next_update_utc: string;
  rates: Record<string, number>;
}

const utc = (seconds: number): string =>
  new Date(seconds * 1_000).toUTCString().replace('GMT', '+0000');

/** open.er-api.com. */
export const erApi: SimulatedProvider = {
  name: 'er-api',
  answer: (url, time) => {
    if (url.pathname !== '/v6/latest/USD') return undefined;
    const table = recordedJson<Table>('er-api.json');
    const last = time.seconds(table.time_last_update_unix);
    const next = time.seconds(table.time_next_update_unix);
    return {
      document: {
        ...table,
        time_last_update_unix: last,
        time_last_update_utc: utc(last),
        time_next_update_unix: next,
        time_next_update_utc: utc(next),
      },
    };
  },
  find: (document, instrument) => {
    const { rates } = document as Table;
    const code = codeIn(instrument);
    return instrument !== 'irr:market' && code in rates ? { holder: rates, key: code } : undefined;
  },
  notFound: { type: JSON_TYPE, body: recordedText('errors/er-api-unsupported-code.json') },
};

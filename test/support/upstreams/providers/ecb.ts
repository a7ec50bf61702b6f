import { type MovedTime, recordedText } from '../recorded.ts';
import { codeIn, type SimulatedProvider } from '../simulated-provider.ts';
import { dayBefore } from '../world.ts';

interface Fixing {
  day: string;
  /** Units per 1 EUR, as written. */
  rates: Record<string, string>;
}

const RECORDED_DAY = '2026-10-02';
/** The recorded fixing is a Friday's; the ones before it fell on the days before. */
const EARLIER = ['2026-10-01', '2026-09-30', '2026-09-29'];

const recordedFixing = (): Fixing => {
  const rows = recordedText('ecb-eurofxref-daily.xml').matchAll(
    /<Cube currency='(\w{3})' rate='([\d.]+)'\/>/g,
  );
  return {
    day: RECORDED_DAY,
    rates: Object.fromEntries([...rows].map(([, code = '', rate = '']) => [code, rate])),
  };
};

const history = (): Fixing[] => {
  const fixings = [recordedFixing()];
  for (const day of EARLIER) {
    const rates = Object.entries(fixings.at(-1)?.rates ?? {}).map(([code, rate]) => [
      code,
      `${dayBefore(code, Number(rate))}`,
    ]);
    fixings.push({ day, rates: Object.fromEntries(rates) });
  }
  return fixings;
};

const toXml = (document: unknown): string => {
  const fixings = (document as Fixing[]).map(({ day, rates }) => {
    const rows = Object.entries(rates).map(
      ([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`,
    );
    return `\t\t<Cube time='${day}'>\n${rows.join('\n')}\n\t\t</Cube>`;
  });
  const [head, foot] = recordedText('ecb-eurofxref-daily.xml').split(
    /\t\t<Cube time=[\s\S]*<\/Cube>(?=\s*<\/Cube>)/,
  );
  return `${head}${fixings.join('\n')}${foot}`;
};

const moved = (fixings: Fixing[], time: MovedTime): Fixing[] =>
  fixings.map((fixing) => ({ ...fixing, day: time.day(fixing.day) }));

/** www.ecb.europa.eu: the file of the last fixing and the file of ninety days. */
export const ecb: SimulatedProvider = {
  name: 'ecb',
  answer: (url, time) => {
    const [, file] =
      /^\/stats\/eurofxref\/eurofxref-(daily|hist-90d)\.xml$/.exec(url.pathname) ?? [];
    if (!file) return undefined;
    const fixings = file === 'daily' ? [recordedFixing()] : history();
    return {
      validated: true,
      type: 'text/xml',
      document: moved(fixings, time),
      write: toXml,
    };
  },
  // EUR is the base and stands nowhere; USD is what every other rate is divided by.
  find: (document, instrument) => {
    const [latest] = document as Fixing[];
    const code = codeIn(instrument);
    return latest && code in latest.rates ? { holder: latest.rates, key: code } : undefined;
  },
  notFound: { type: 'text/html', body: '<!doctype html><title>Not found</title>' },
};

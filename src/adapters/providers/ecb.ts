import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { SourceProfile } from '../../domain/market/source.ts';
import { ProviderError, type RateProvider } from '../../domain/ports/rate-provider.ts';
import { beside } from './beside.ts';
import { DAY_MS, parseDay } from './calendar-day.ts';
import type { DocumentFormat } from './document-format.ts';
import { instrumentOf } from './fiat.ts';
import {
  HOUR_MS,
  type ProviderDefinition,
  type ProviderOptions,
  SECOND_MS,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, Refusal, readPrice } from './reading.ts';

const profile: SourceProfile = {
  name: 'ecb',
  cadence: 'daily',
  voteGroup: 'ecb',
  rank: 30,
  pollEveryMs: HOUR_MS,
  usableForMs: 5 * DAY_MS,
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 1_440,
    allowanceSource:
      'no limit published; files that change once a day, one call a minute judged safe',
  },
};

const HISTORY_MS = 1.5 * SECOND_MS;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  // The file needs no entities, and a body from outside gets none to expand.
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

const XML_DOCUMENT: DocumentFormat = {
  accept: 'application/xml, text/xml',
  carries: (mediaType) => mediaType === 'text/xml' || mediaType === 'application/xml',
  parse: (text) => parser.parse(text, true),
};

interface Fixing {
  readonly day: string;
  /** Units per 1 EUR, as written. */
  readonly rates: ReadonlyMap<string, unknown>;
}

const envelope = z
  .object({
    'gesmes:Envelope': z.object({
      Cube: z.tuple([
        z.object({
          Cube: z
            .array(
              z.object({
                time: z.string().refine((text) => parseDay(text) !== undefined),
                Cube: z.array(z.object({ currency: z.string(), rate: z.unknown().optional() })),
              }),
            )
            .min(1),
        }),
      ]),
    }),
  })
  .transform((document): readonly Fixing[] =>
    document['gesmes:Envelope'].Cube[0].Cube.map((fixing) => ({
      day: fixing.time,
      rates: new Map(fixing.Cube.map(({ currency, rate }) => [currency, rate])),
    })).toSorted((a, b) => b.day.localeCompare(a.day)),
  );

/**
 * The European Central Bank's reference rates, fixed about 14:10 CET on TARGET days.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates
 *
 * Its base is the euro: units of X per USD are rate(X) / rate(USD), and euros per USD 1 / rate(USD).
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock, currencies } = options;
  let history: readonly Fixing[] = [];

  const ask = async (file: string, signal: AbortSignal): Promise<readonly Fixing[]> => {
    const url = under(origin, `/stats/eurofxref/${file}.xml`);
    const { document } = await http.get({ url, signal, schema: envelope, format: XML_DOCUMENT });
    return document;
  };

  /** The fixing before a day; the file of ninety days is asked again only when it lacks that day. */
  const before = async (latest: string, signal: AbortSignal): Promise<Fixing | undefined> => {
    if (!history.some((fixing) => fixing.day === latest)) {
      history = (await ask('eurofxref-hist-90d', signal)).slice(0, 5);
    }
    return history.find((fixing) => fixing.day < latest);
  };

  const poll = async (signal: AbortSignal) => {
    const [latest] = await ask('eurofxref-daily', signal);
    if (!latest) throw new ProviderError('no-data', 'the file holds no fixing');
    const previous = await beside(signal, HISTORY_MS, (bounded) => before(latest.day, bounded));

    const sheet = new QuoteSheet(clock.now());
    for (const code of ['EUR', ...latest.rates.keys()]) {
      const instrument = instrumentOf(code, currencies);
      if (!instrument) continue;
      const value = perDollar(code, latest);
      sheet.add({
        instrument,
        value,
        observed: day(latest.day),
        change: previous && changeBetween(perDollar(code, previous), value, 'previous-close'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const perDollar = (code: string, { rates }: Fixing): number | Refusal => {
  const dollar = readPrice(rates.get('USD'), 'decimal-string');
  if (dollar instanceof Refusal) return new Refusal(`USD is ${dollar.reason}`);
  const rate = code === 'EUR' ? 1 : readPrice(rates.get(code), 'decimal-string');
  return rate instanceof Refusal ? rate : rate / dollar;
};

export const ecb: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://www.ecb.europa.eu',
  create,
};

import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { PastValues } from '../../domain/market/quote.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import { ProviderError, type RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS, parseDay } from './calendar-day.ts';
import type { DocumentFormat } from './document-format.ts';
import { instrumentOf } from './fiat.ts';
import { type DayValues, lastBefore, onDay, toPast } from './past-days.ts';
import {
  HOUR_MS,
  type ProviderDefinition,
  type ProviderOptions,
  SECOND_MS,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, Refusal, readPrice } from './reading.ts';
import { createSideRequest } from './side-request.ts';

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
/** The newest two are needed, and some more where the history's file is behind the daily one. */
const KEPT_FIXINGS = 5;

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
  readonly date: string;
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
      date: fixing.time,
      rates: new Map(fixing.Cube.map(({ currency, rate }) => [currency, rate])),
    })).toSorted((a, b) => b.date.localeCompare(a.date)),
  );

/**
 * The European Central Bank's reference rates, fixed about 14:10 CET on TARGET days.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates
 *
 * Its base is the euro: units of X per USD are rate(X) / rate(USD), and euros per USD 1 / rate(USD).
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock, currencies } = options;

  const ask = async (file: string, signal: AbortSignal): Promise<readonly Fixing[]> => {
    const url = under(origin, `/stats/eurofxref/${file}.xml`);
    const { document } = await http.get({ url, signal, schema: envelope, format: XML_DOCUMENT });
    return document;
  };

  const inDollars = (fixing: Fixing): DayValues => {
    const values = ['EUR', ...fixing.rates.keys()].flatMap((code) => {
      const instrument = instrumentOf(code, currencies);
      return instrument ? [[instrument, perDollar(code, fixing)] as const] : [];
    });
    return { date: fixing.date, values };
  };

  const readHistory = async (signal: AbortSignal): Promise<readonly PastValues[]> => {
    const fixings = await ask('eurofxref-hist-90d', signal);
    return fixings.slice(0, KEPT_FIXINGS).map((fixing) => toPast(inDollars(fixing)));
  };

  const sideRequest = createSideRequest(clock);

  const poll = async (signal: AbortSignal, known: readonly PastValues[]) => {
    const [latest] = await ask('eurofxref-daily', signal);
    if (!latest) throw new ProviderError('no-data', 'the file holds no fixing');
    const { date, values } = inDollars(latest);
    // The file of ninety days is asked again only when it lacked the latest one.
    const past = onDay(known, date)
      ? known
      : ((await sideRequest(signal, HISTORY_MS, readHistory)) ?? known);
    const previous = lastBefore(past, date);

    const sheet = new QuoteSheet(clock.now());
    for (const [instrument, value] of values) {
      const earlier = previous?.values[instrument];
      sheet.add({
        instrument,
        value,
        observed: day(date),
        change: earlier === undefined ? undefined : changeBetween(earlier, value, 'previous-close'),
      });
    }
    return { ...sheet.report(), past };
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

import { z } from 'zod';
import { GOLD } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS } from './calendar-day.ts';
import { HOUR_MS, type ProviderDefinition, type ProviderOptions, under } from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, Refusal, readPrice } from './reading.ts';

const profile: SourceProfile = {
  name: 'nbp',
  cadence: 'daily',
  voteGroup: 'nbp',
  rank: 120,
  pollEveryMs: HOUR_MS,
  usableForMs: 5 * DAY_MS,
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 1_440,
    allowanceSource: 'no limit published; one call a minute judged safe',
  },
};

/** A troy ounce in grams; exact since the International Yard and Pound Agreement of 1959. */
const GRAMS_PER_OUNCE = 31.1034768;

const goldPrices = z
  .array(z.object({ data: z.string(), cena: z.unknown().optional() }))
  .transform((rows) => rows.toSorted((a, b) => b.data.localeCompare(a.data)));

const dollarRates = z
  .object({
    table: z.literal('A'),
    code: z.literal('USD'),
    rates: z.array(z.object({ effectiveDate: z.string(), mid: z.unknown().optional() })),
  })
  .transform(({ rates }) => new Map(rates.map(({ effectiveDate, mid }) => [effectiveDate, mid])));

type GoldPrice = z.infer<typeof goldPrices>[number];

/**
 * Narodowy Bank Polski: its price of gold in zloty per gram of 1000 fineness, on working days,
 * turned into USD per ounce by its own mid rate of the same day. https://api.nbp.pl/en.html
 */
const create = ({ http, origin, clock }: ProviderOptions): RateProvider => {
  const ask = async <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> => {
    const url = under(origin, `/api${path}?format=json`);
    return (await http.get({ url, signal, schema })).document;
  };

  const poll = async (signal: AbortSignal) => {
    const [[latest, previous], mids] = await Promise.all([
      ask('/cenyzlota/last/2/', goldPrices, signal),
      // More days than two: the tables of gold and of currencies do not come out together.
      ask('/exchangerates/rates/a/usd/last/5/', dollarRates, signal),
    ]);
    const sheet = new QuoteSheet(clock.now());
    if (latest) {
      const value = inDollars(latest, mids);
      sheet.add({
        instrument: GOLD,
        value,
        observed: day(latest.data),
        change: previous && changeBetween(inDollars(previous, mids), value, 'previous-close'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const inDollars = (gold: GoldPrice, mids: ReadonlyMap<string, unknown>): number | Refusal => {
  const zloty = readPrice(gold.cena, 'number');
  if (zloty instanceof Refusal) return zloty;
  if (!mids.has(gold.data)) return new Refusal('no USD rate of its day');
  const mid = readPrice(mids.get(gold.data), 'number');
  return mid instanceof Refusal
    ? new Refusal(`USD is ${mid.reason}`)
    : (zloty * GRAMS_PER_OUNCE) / mid;
};

export const nbp: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.nbp.pl',
  create,
};

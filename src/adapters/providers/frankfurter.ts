import { z } from 'zod';
import { GOLD, type Instrument, rial } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import { ProviderError, type RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS, dayOf } from './calendar-day.ts';
import { listOf } from './entries.ts';
import { instrumentOf } from './fiat.ts';
import { HOUR_MS, type ProviderDefinition, type ProviderOptions, under } from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, type Observation, Refusal, readPrice } from './reading.ts';

const profile: SourceProfile = {
  name: 'frankfurter',
  cadence: 'daily',
  voteGroup: 'frankfurter',
  rank: 10,
  pollEveryMs: HOUR_MS,
  usableForMs: 5 * DAY_MS,
  usableForMsOf: { 'irr:official': 7 * DAY_MS },
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 1_440,
    allowanceSource: 'no quota published, abuse is throttled; one call a minute judged safe',
  },
};

/** Long enough a range to hold two publications across a weekend with holidays. */
const RANGE_DAYS = 8;

const row = z.object({
  date: z.unknown().optional(),
  base: z.unknown().optional(),
  quote: z.unknown().optional(),
  rate: z.unknown().optional(),
});
type Row = z.infer<typeof row>;

/**
 * Frankfurter v2: daily blends of some hundred central banks' rates; each row has its own date.
 * https://frankfurter.dev
 *
 * Gold is asked as XAU in USD: as a quote of USD it is rounded to two significant digits. For the
 * same reason IRR is only ever asked as a quote of USD.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock, currencies } = options;

  const poll = async (signal: AbortSignal) => {
    const now = clock.now();
    const from = dayOf(now - RANGE_DAYS * DAY_MS);
    const ask = <T>(path: string, schema: z.ZodType<T>) =>
      http.get({ url: under(origin, path), signal, schema });
    const [table, gold] = await Promise.allSettled([
      ask(`/v2/rates?base=USD&from=${from}`, listOf(row)),
      ask('/v2/rate/XAU/USD', row),
    ]);

    if (table.status === 'rejected' && gold.status === 'rejected') throw table.reason;
    const sheet = new QuoteSheet(now);
    if (table.status === 'fulfilled') addTable(sheet, table.value.document, currencies);
    // One entry speaks for the whole table: the one that the service cannot do without.
    else sheet.refuse(rial('official'), `the table failed: ${failureOf(table.reason)}`);
    if (gold.status === 'fulfilled') addGold(sheet, gold.value.document);
    else sheet.refuse(GOLD, `its request failed: ${failureOf(gold.reason)}`);
    return sheet.report();
  };

  return { profile, poll };
};

const failureOf = (error: unknown): string =>
  error instanceof ProviderError ? error.code : 'unknown';

const addTable = (
  sheet: QuoteSheet,
  rows: readonly Row[],
  currencies: ReadonlySet<string>,
): void => {
  const rowsOf = new Map<Instrument, Row[]>();
  for (const entry of rows) {
    if (typeof entry.quote !== 'string') continue;
    const instrument = instrumentOf(entry.quote, currencies);
    if (instrument) rowsOf.set(instrument, [...(rowsOf.get(instrument) ?? []), entry]);
  }
  for (const [instrument, entries] of rowsOf) addSeries(sheet, instrument, entries);
};

/** Days of one quote: the latest is the rate, the one before it the earlier end of its change. */
const addSeries = (sheet: QuoteSheet, instrument: Instrument, rows: readonly Row[]): void => {
  const days = rows
    .map((entry) => ({ rate: readRate(entry), observed: day(entry.date) }))
    .sort((a, b) => timeOf(b.observed) - timeOf(a.observed));
  const [latest, previous] = days;
  if (!latest) return;
  if (previous && timeOf(previous.observed) === timeOf(latest.observed)) {
    sheet.refuse(instrument, 'given twice for one day');
    return;
  }
  const change = previous && changeBetween(previous.rate, latest.rate, 'previous-close');
  sheet.add({ instrument, value: latest.rate, observed: latest.observed, change });
};

const readRate = (entry: Row): number | Refusal =>
  entry.base === 'USD' ? readPrice(entry.rate, 'number') : new Refusal('not based on USD');

/** A row without a date sorts first, so that it is judged and not passed over. */
const timeOf = (observed: Observation | Refusal): number =>
  observed instanceof Refusal ? Number.POSITIVE_INFINITY : observed.at;

const addGold = (sheet: QuoteSheet, gold: Row): void => {
  const isGold = gold.base === 'XAU' && gold.quote === 'USD';
  sheet.add({
    instrument: GOLD,
    value: isGold ? readPrice(gold.rate, 'number') : new Refusal('not XAU in USD'),
    observed: day(gold.date),
  });
};

export const frankfurter: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.frankfurter.dev',
  create,
};

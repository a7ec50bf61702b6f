import { z } from 'zod';
import { crypto } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { symbolsById } from './coin.ts';
import { listOf } from './entries.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  type ProviderDefinition,
  type ProviderOptions,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeOf, instantOfIso, readPrice } from './reading.ts';

const NAME = 'coinpaprika';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'live',
  voteGroup: NAME,
  rank: 60,
  pollEveryMs: 5 * MINUTE_MS,
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 645,
    allowanceSource: '20,000 calls a month without a key, in a month of 31 days',
  },
};

/** The list has some two thousand coins of about 800 bytes. */
const MAX_BYTES = 8 * 1_048_576;

const ticker = z.object({
  id: z.string(),
  last_updated: z.unknown().optional(),
  quotes: z.object({
    USD: z.object({
      price: z.unknown().optional(),
      percent_change_24h: z.unknown().optional(),
    }),
  }),
});

/**
 * CoinPaprika's list of tickers: one call for all coins, where single tickers would cost ten of a
 * small monthly allowance. https://docs.coinpaprika.com
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const symbols = symbolsById(options.coins, NAME);
  const url = under(origin, '/v1/tickers');
  const schema = z
    .array(z.unknown())
    .transform((rows) => rows.filter((row) => symbols.has(idOf(row))))
    .pipe(listOf(ticker));

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema, maxBytes: MAX_BYTES });
    const sheet = new QuoteSheet(clock.now());
    for (const { id, last_updated, quotes } of document) {
      sheet.add({
        instrument: crypto(symbols.get(id) ?? id),
        value: readPrice(quotes.USD.price, 'number'),
        observed: instantOfIso(last_updated),
        change: changeOf(quotes.USD.percent_change_24h, '24h'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const idOf = (row: unknown): string => {
  const id = row && typeof row === 'object' && 'id' in row ? row.id : undefined;
  return typeof id === 'string' ? id : '';
};

export const coinpaprika: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.coinpaprika.com',
  create,
};

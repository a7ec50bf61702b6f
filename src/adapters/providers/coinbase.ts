import { z } from 'zod';
import { crypto } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { symbolsById } from './coin.ts';
import { mapOf } from './entries.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  type ProviderDefinition,
  type ProviderOptions,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, instant, readPrice } from './reading.ts';

const NAME = 'coinbase';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'live',
  voteGroup: NAME,
  rank: 80,
  pollEveryMs: MINUTE_MS,
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 864_000,
    allowanceSource: '10 requests a second',
  },
};

const MAX_BYTES = 4 * 1_048_576;

const product = z.object({
  stats_24hour: z.object({ open: z.unknown().optional(), last: z.unknown().optional() }),
});

/**
 * Coinbase Exchange's 24-hour figures of all products in one call.
 * https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductsstats
 *
 * Every number is a string. `open` is the price 24 hours ago. The answer has no time of its own, so
 * its quotes are as old as the answer.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const symbols = symbolsById(options.coins, NAME);
  const url = under(origin, '/products/stats');
  const schema = z
    .record(z.string(), z.unknown())
    .transform((all) => Object.fromEntries(Object.entries(all).filter(([id]) => symbols.has(id))))
    .pipe(mapOf(product));

  const poll = async (signal: AbortSignal) => {
    const { document, generatedAt } = await http.get({ url, signal, schema, maxBytes: MAX_BYTES });
    const sheet = new QuoteSheet(clock.now());
    for (const [id, { stats_24hour: stats }] of Object.entries(document)) {
      const value = readPrice(stats.last, 'decimal-string');
      sheet.add({
        instrument: crypto(symbols.get(id) ?? id),
        value,
        observed: instant(generatedAt),
        change: changeBetween(readPrice(stats.open, 'decimal-string'), value, '24h'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

export const coinbase: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.exchange.coinbase.com',
  create,
};

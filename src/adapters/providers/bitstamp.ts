import { z } from 'zod';
import { crypto } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { symbolsById } from './coin.ts';
import { listOf } from './entries.ts';
import { MINUTE_MS, type ProviderDefinition, type ProviderOptions, under } from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeOf, instantOfSeconds, readPrice } from './reading.ts';

const NAME = 'bitstamp';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'live',
  voteGroup: NAME,
  rank: 70,
  pollEveryMs: MINUTE_MS,
  usableForMs: 30 * MINUTE_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 1_440_000,
    allowanceSource: '10,000 requests in 10 minutes',
  },
};

const MAX_BYTES = 2 * 1_048_576;

const tickers = listOf(
  z.object({
    pair: z.string(),
    last: z.unknown().optional(),
    percent_change_24: z.unknown().optional(),
    timestamp: z.unknown().optional(),
  }),
);

/**
 * Bitstamp's tickers of all pairs in one call. https://www.bitstamp.net/api/#tag/Tickers
 *
 * Every number is a string. `open` is the day's open; `percent_change_24` runs over 24 hours.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const symbols = symbolsById(options.coins, NAME);
  const url = under(origin, '/api/v2/ticker/');

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: tickers, maxBytes: MAX_BYTES });
    const sheet = new QuoteSheet(clock.now());
    for (const ticker of document) {
      const symbol = symbols.get(ticker.pair);
      if (symbol === undefined) continue;
      sheet.add({
        instrument: crypto(symbol),
        value: readPrice(ticker.last, 'decimal-string'),
        observed: instantOfSeconds(ticker.timestamp, 'decimal-string'),
        change: changeOf(ticker.percent_change_24, '24h', 'decimal-string'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

export const bitstamp: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://www.bitstamp.net',
  create,
};

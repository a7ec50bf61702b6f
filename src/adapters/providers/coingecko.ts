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
import { changeOf, instantOfSeconds, readPrice } from './reading.ts';
import { failureUnder200 } from './upstream-error.ts';

const NAME = 'coingecko';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'live',
  voteGroup: NAME,
  rank: 50,
  pollEveryMs: MINUTE_MS,
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 5 * 1_440,
    allowanceSource:
      'keyless limit unpublished and shared per address; 5 a minute known to be safe',
  },
};

const coin = z.object({
  usd: z.unknown().optional(),
  usd_24h_change: z.unknown().optional(),
  last_updated_at: z.unknown().optional(),
});
// Seen under status 200 as well as under 429.
const failure = z.object({ status: z.object({ error_code: z.number() }) });
const answer = z.union([failure, mapOf(coin)]);

/** CoinGecko's keyless API, all coins in one call. https://docs.coingecko.com/reference/simple-price */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const symbols = symbolsById(options.coins, NAME);
  const query = new URLSearchParams({
    ids: [...symbols.keys()].join(','),
    vs_currencies: 'usd',
    include_24hr_change: 'true',
    include_last_updated_at: 'true',
  });
  const url = under(origin, `/api/v3/simple/price?${query}`);

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: answer });
    if (isFailure(document)) throw failureUnder200(document.status.error_code === 429);
    const sheet = new QuoteSheet(clock.now());
    for (const [id, symbol] of symbols) {
      const entry = document[id];
      if (!entry) continue;
      sheet.add({
        instrument: crypto(symbol),
        value: readPrice(entry.usd, 'number'),
        observed: instantOfSeconds(entry.last_updated_at, 'number'),
        change: changeOf(entry.usd_24h_change, '24h'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const isFailure = (document: z.infer<typeof answer>): document is z.infer<typeof failure> =>
  failure.safeParse(document).success;

export const coingecko: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.coingecko.com',
  create,
};

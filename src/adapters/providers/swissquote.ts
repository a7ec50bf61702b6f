import { z } from 'zod';
import { GOLD } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  type ProviderDefinition,
  type ProviderOptions,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { instant, midPrice } from './reading.ts';

const profile: SourceProfile = {
  name: 'swissquote',
  cadence: 'live',
  voteGroup: 'swissquote',
  rank: 110,
  pollEveryMs: MINUTE_MS,
  // An hour of trading: while the market is closed, the last quote does not age.
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 1_440,
    allowanceSource: 'undocumented endpoint; one call a minute judged safe',
  },
};

const answer = z.array(
  z.object({
    spreadProfilePrices: z.array(
      z.object({
        spreadProfile: z.unknown().optional(),
        bid: z.unknown().optional(),
        ask: z.unknown().optional(),
      }),
    ),
    ts: z.unknown().optional(),
  }),
);
type Feed = z.infer<typeof answer>[number];

/**
 * Swissquote's public quotes: bid and ask of XAU/USD with the time of the quote itself, which no
 * other keyless source gives. Undocumented, hence off unless switched on.
 */
const create = ({ http, origin, clock }: ProviderOptions): RateProvider => {
  const url = under(origin, '/public-quotes/bboquotes/instrument/XAU/USD');

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: answer });
    const sheet = new QuoteSheet(clock.now());
    const newest = document.toSorted((a, b) => timeOf(b) - timeOf(a))[0];
    if (newest) {
      const prices = newest.spreadProfilePrices;
      const chosen = prices.find((price) => price.spreadProfile === 'prime') ?? prices[0];
      sheet.add({
        instrument: GOLD,
        value: midPrice(chosen?.bid, chosen?.ask, 'number'),
        observed: instant(newest.ts),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const timeOf = (feed: Feed): number => (typeof feed.ts === 'number' ? feed.ts : 0);

export const swissquote: ProviderDefinition = {
  profile,
  onByDefault: false,
  origin: 'https://forex-data-feed.swissquote.com',
  create,
};

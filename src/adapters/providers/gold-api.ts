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
import { instantOfIso, Refusal, readPrice } from './reading.ts';

const profile: SourceProfile = {
  name: 'gold-api',
  cadence: 'live',
  voteGroup: 'gold-api',
  rank: 100,
  pollEveryMs: MINUTE_MS,
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 2_880,
    allowanceSource: 'no limit published; the provider asks to cache for about 30 s',
  },
};

const answer = z.object({
  symbol: z.literal('XAU'),
  currency: z.literal('USD').optional(),
  price: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
});

/**
 * gold-api.com: XAU/USD, live. https://gold-api.com/docs
 *
 * `updatedAt` is the time of publication; it ticks on while the market is closed.
 */
const create = ({ http, origin, clock }: ProviderOptions): RateProvider => {
  const url = under(origin, '/price/XAU');

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: answer });
    const price = readPrice(document.price, 'number');
    const sheet = new QuoteSheet(clock.now());
    sheet.add({
      instrument: GOLD,
      // The provider computes in single precision: beyond a tenth of a cent there is only noise.
      value: price instanceof Refusal ? price : Number(price.toFixed(3)),
      observed: instantOfIso(document.updatedAt),
    });
    return sheet.report();
  };

  return { profile, poll };
};

export const goldApi: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.gold-api.com',
  create,
};

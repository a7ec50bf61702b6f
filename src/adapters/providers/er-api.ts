import { z } from 'zod';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS } from './calendar-day.ts';
import { instrumentOf } from './fiat.ts';
import { HOUR_MS, type ProviderDefinition, type ProviderOptions, under } from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { instantOfSeconds, readPrice } from './reading.ts';
import { failureUnder200 } from './upstream-error.ts';

const profile: SourceProfile = {
  name: 'er-api',
  cadence: 'daily',
  voteGroup: 'er-api',
  rank: 40,
  pollEveryMs: HOUR_MS,
  usableForMs: 3 * DAY_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 24,
    allowanceSource: 'the provider never limits hourly requests',
  },
};

const answer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('success'),
    base_code: z.literal('USD'),
    time_last_update_unix: z.unknown().optional(),
    rates: z.record(z.string(), z.unknown()),
  }),
  z.object({ result: z.literal('error') }),
]);

/**
 * ExchangeRate-API's open access: one table a day. https://www.exchangerate-api.com/docs/free
 *
 * Off unless switched on: its terms ask for an attribution link and forbid redistribution. Its time
 * is that of publication.
 */
const create = ({ http, origin, clock, currencies }: ProviderOptions): RateProvider => {
  const url = under(origin, '/v6/latest/USD');

  const poll = async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: answer });
    if (document.result === 'error') throw failureUnder200(false);
    const sheet = new QuoteSheet(clock.now());
    const observed = instantOfSeconds(document.time_last_update_unix, 'number');
    for (const [code, rate] of Object.entries(document.rates)) {
      const instrument = instrumentOf(code, currencies);
      if (instrument) sheet.add({ instrument, value: readPrice(rate, 'number'), observed });
    }
    return sheet.report();
  };

  return { profile, poll };
};

export const erApi: ProviderDefinition = {
  profile,
  onByDefault: false,
  origin: 'https://open.er-api.com',
  create,
};

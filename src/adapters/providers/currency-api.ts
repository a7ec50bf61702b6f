import { z } from 'zod';
import { crypto, GOLD, type Instrument } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { beside } from './beside.ts';
import { DAY_MS, dayOf, parseDay } from './calendar-day.ts';
import { symbolsById } from './coin.ts';
import { DatedFiles, type FileHost } from './currency-api-files.ts';
import { instrumentOf } from './fiat.ts';
import {
  HOUR_MS,
  type ProviderDefinition,
  type ProviderOptions,
  SECOND_MS,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, readInverse, readPrice } from './reading.ts';
import { secondOrigin } from './second-host.ts';

const NAME = 'currency-api';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'daily',
  voteGroup: NAME,
  rank: 20,
  pollEveryMs: HOUR_MS,
  usableForMs: 3 * DAY_MS,
  // The file is dated by its build; a coin's price of three days ago is no reference for today.
  usableForMsOf: { 'crypto:BTC': 36 * HOUR_MS, 'crypto:ETH': 36 * HOUR_MS },
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 1_440,
    allowanceSource: 'no limit published (CC0 files on a CDN); one call a minute judged safe',
  },
};

const PUBLISHED = {
  origin: 'https://cdn.jsdelivr.net',
  fallbackOrigin: 'https://{version}.currency-api.pages.dev',
};
const PREVIOUS_FILE_MS = 1.5 * SECOND_MS;

const file = z.object({
  date: z.string().refine((text) => parseDay(text) !== undefined),
  usd: z.record(z.string(), z.unknown()),
});
type RatesFile = z.infer<typeof file>;

/**
 * fawazahmed0's exchange-api: one file per day with everything per 1 USD, on jsDelivr and, as its
 * README asks to fall back to, on pages.dev. https://github.com/fawazahmed0/exchange-api
 *
 * `date` is the day of the build. Gold and coins are units per USD, the reverse of ours.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, clock, currencies } = options;
  const coins = symbolsById(options.coins, NAME);
  const files = new DatedFiles<RatesFile>({
    hosts: hostsOf(options),
    fetch: async (url, signal) => {
      const { document } = await http.get({ url, signal, schema: file });
      return document;
    },
  });

  const instrumentFor = (key: string): Instrument | undefined => {
    if (key === 'xau') return GOLD;
    const symbol = coins.get(key);
    return symbol === undefined ? instrumentOf(key.toUpperCase(), currencies) : crypto(symbol);
  };

  const poll = async (signal: AbortSignal) => {
    const now = clock.now();
    const today = dayOf(now);
    const ahead = beside(signal, PREVIOUS_FILE_MS, (bounded) => files.before(today, bounded));
    const { date, usd } = await files.newest(now, signal);
    const previous = await (date === today
      ? ahead
      : beside(signal, PREVIOUS_FILE_MS, (bounded) => files.before(date, bounded)));

    const sheet = new QuoteSheet(now);
    const observed = day(date);
    for (const [key, raw] of Object.entries(usd)) {
      const instrument = instrumentFor(key);
      if (!instrument) continue;
      const read = instrument === GOLD || coins.has(key) ? readInverse : readPrice;
      const value = read(raw, 'number');
      const change =
        previous && changeBetween(read(previous.usd[key], 'number'), value, 'previous-close');
      sheet.add({ instrument, value, observed, change });
    }
    return sheet.report();
  };

  return { profile, poll };
};

const PAGES_PATH = '/v1/currencies/usd.min.json';

const hostsOf = (options: ProviderOptions): readonly [FileHost, FileHost] => {
  const { origin } = options;
  const second = secondOrigin(options, PUBLISHED);
  return [
    {
      dated: true,
      urlOf: (version: string) =>
        under(origin, `/npm/@fawazahmed0/currency-api@${version}${PAGES_PATH}`),
    },
    {
      dated: second.includes('{version}'),
      urlOf: (version: string) => under(second.replace('{version}', version), PAGES_PATH),
    },
  ];
};

export const currencyApi: ProviderDefinition = {
  profile,
  onByDefault: true,
  ...PUBLISHED,
  create,
};

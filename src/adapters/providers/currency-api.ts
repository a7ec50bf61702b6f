import { z } from 'zod';
import { crypto, GOLD, type Instrument } from '../../domain/market/instrument.ts';
import type { PastValues } from '../../domain/market/quote.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS, dayOf, parseDay } from './calendar-day.ts';
import { symbolsById } from './coin.ts';
import { DatedFiles, type FileHost } from './currency-api-files.ts';
import { instrumentOf } from './fiat.ts';
import { newest } from './past-days.ts';
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
import { createSideRequest } from './side-request.ts';

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

/** Past days kept: the newest, and the one before it while today's is not out. */
const KEPT_DAYS = 2;

const file = z.object({
  date: z.string().refine((text) => parseDay(text) !== undefined),
  usd: z.record(z.string(), z.unknown()),
});

/**
 * fawazahmed0's exchange-api: one file per day with everything per 1 USD, on jsDelivr and, as its
 * README asks to fall back to, on pages.dev. https://github.com/fawazahmed0/exchange-api
 *
 * `date` is the day of the build. Gold and coins are units per USD, the reverse of ours.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, clock, currencies } = options;
  const coins = symbolsById(options.coins, NAME);

  const instrumentFor = (key: string): Instrument | undefined => {
    if (key === 'xau') return GOLD;
    const symbol = coins.get(key);
    return symbol === undefined ? instrumentOf(key.toUpperCase(), currencies) : crypto(symbol);
  };

  const files = new DatedFiles({
    hosts: hostsOf(options),
    fetch: async (url, signal) => {
      const { document } = await http.get({ url, signal, schema: file });
      const values = Object.entries(document.usd).flatMap(([key, raw]) => {
        const instrument = instrumentFor(key);
        if (!instrument) return [];
        const read = instrument === GOLD || coins.has(key) ? readInverse : readPrice;
        return [[instrument, read(raw, 'number')] as const];
      });
      return { date: document.date, values };
    },
  });

  const sideRequest = createSideRequest(clock);

  const poll = async (signal: AbortSignal, past: readonly PastValues[]) => {
    const now = clock.now();
    const before = (date: string) =>
      sideRequest(signal, PREVIOUS_FILE_MS, (bounded) => files.before(date, past, bounded));
    const today = dayOf(now);
    const beforeToday = before(today);
    const { date, values } = await files.newest(now, signal);
    const previous = await (date === today ? beforeToday : before(date));

    const sheet = new QuoteSheet(now);
    const observed = day(date);
    for (const [instrument, value] of values) {
      const earlier = previous?.values[instrument];
      const change =
        earlier === undefined ? undefined : changeBetween(earlier, value, 'previous-close');
      sheet.add({ instrument, value, observed, change });
    }
    const learnt = [previous, await beforeToday].filter((days) => days !== undefined);
    return { ...sheet.report(), past: newest([...past, ...learnt], KEPT_DAYS) };
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

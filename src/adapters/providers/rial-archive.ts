import { z } from 'zod';
import { rial } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS, parseDay } from './calendar-day.ts';
import { JSON_AS_TEXT } from './document-format.ts';
import { HOUR_MS, type ProviderDefinition, type ProviderOptions, under } from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { changeBetween, day, midPrice, Refusal, readPrice } from './reading.ts';
import { openMarketRial, RIAL_PER_TOMAN } from './rial-unit.ts';
import { firstOrSecond, secondOrigin } from './second-host.ts';

const profile: SourceProfile = {
  name: 'rial-archive',
  cadence: 'daily',
  // Its figures are bonbast's, and whoever else passes those on has the same voice.
  voteGroup: 'bonbast',
  rank: 140,
  pollEveryMs: 6 * HOUR_MS,
  usableForMs: 7 * DAY_MS,
  budget: {
    callsPerPoll: 1,
    callsPerDayAllowed: 1_440,
    allowanceSource: 'no limit published (a file on a CDN); one call a minute judged safe',
  },
};

const PUBLISHED = {
  origin: 'https://cdn.jsdelivr.net',
  fallbackOrigin: 'https://raw.githubusercontent.com',
};
const REPOSITORY = 'SamadiPour/rial-exchange-rates-archive';
const FILE = 'gregorian_7days.min.json';

const price = z.object({ sell: z.unknown().optional(), buy: z.unknown().optional() });
const archive = z
  .record(z.string(), z.object({ usd: price.optional() }))
  .refine((days) => Object.keys(days).every((key) => parseDay(key) !== undefined))
  .transform((days) =>
    Object.entries(days)
      .map(([date, { usd }]) => ({ date, usd }))
      .toSorted((a, b) => b.date.localeCompare(a.date)),
  );
type Day = z.infer<typeof archive>[number];

/**
 * SamadiPour's archive of bonbast's closing prices, reachable where Iranian hosts are not.
 * https://github.com/SamadiPour/rial-exchange-rates-archive
 *
 * Prices are in TOMAN. The file is rebuilt daily but may lag behind for good, so it is as old as its
 * newest day.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const ask = (url: string) => async (signal: AbortSignal) => {
    const { document } = await http.get({ url, signal, schema: archive, format: JSON_AS_TEXT });
    return document;
  };
  const cdn = ask(under(origin, `/gh/${REPOSITORY}@data/${FILE}`));
  const mirror = ask(under(secondOrigin(options, PUBLISHED), `/${REPOSITORY}/data/${FILE}`));

  const poll = async (signal: AbortSignal) => {
    const [latest, previous] = await firstOrSecond(signal, cdn, mirror);
    const sheet = new QuoteSheet(clock.now());
    if (latest) {
      const value = openMarketRial(inRial(latest));
      sheet.add({
        instrument: rial('market'),
        value,
        observed: day(latest.date),
        change: previous && changeBetween(inRial(previous), value, 'previous-close'),
      });
    }
    return sheet.report();
  };

  return { profile, poll };
};

/** The middle of buying and selling; some old days have no buying price. */
const inRial = ({ usd }: Day): number | Refusal => {
  const toman =
    usd?.buy === undefined ? readPrice(usd?.sell, 'number') : midPrice(usd.buy, usd.sell, 'number');
  return toman instanceof Refusal ? toman : toman * RIAL_PER_TOMAN;
};

export const rialArchive: ProviderDefinition = {
  profile,
  onByDefault: false,
  ...PUBLISHED,
  create,
};

import { z } from 'zod';
import { crypto, type Instrument } from '../../domain/market/instrument.ts';
import type { PastValues } from '../../domain/market/quote.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS } from './calendar-day.ts';
import { symbolsById } from './coin.ts';
import { mapOf } from './entries.ts';
import { HourlyOpens } from './hourly-opens.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  type ProviderDefinition,
  type ProviderOptions,
  SECOND_MS,
  under,
} from './provider.ts';
import { QuoteSheet } from './quote-sheet.ts';
import { instant, Refusal, readPrice } from './reading.ts';
import { createSideRequest } from './side-request.ts';
import { failureUnder200 } from './upstream-error.ts';

const NAME = 'kraken';

const profile: SourceProfile = {
  name: NAME,
  cadence: 'live',
  voteGroup: NAME,
  rank: 90,
  pollEveryMs: MINUTE_MS,
  usableForMs: HOUR_MS,
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 86_400,
    allowanceSource: 'about one public request a second',
  },
};

const CANDLES_MS = 1.5 * SECOND_MS;

interface Pair {
  /** As Kraken names it, such as `XXBTZUSD`. */
  readonly pair: string;
  readonly instrument: Instrument;
}

const tickers = z.object({
  error: z.array(z.string()),
  result: mapOf(z.object({ c: z.array(z.unknown()) })).optional(),
});
const candles = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});
const candleRows = z.array(z.tuple([z.number(), z.unknown()]).rest(z.unknown()));

/**
 * Kraken's ticker of all pairs in one call. https://docs.kraken.com/api/docs/rest-api/get-ticker-information
 *
 * Errors come under status 200, and one unknown pair fails all. The answer has no time of its own.
 * Its `o` is the open at 00:00 UTC, not 24 hours ago: the change comes from the hourly candles, of
 * one pair per poll and of each pair once a day.
 */
const create = (options: ProviderOptions): RateProvider => {
  const { http, origin, clock } = options;
  const symbols = symbolsById(options.coins, NAME);
  const pairs = [...symbols].map(([pair, symbol]) => ({ pair, instrument: crypto(symbol) }));
  let turn = 0;

  const readCandles = async (pair: string, now: number, signal: AbortSignal) => {
    const since = Math.floor((now - DAY_MS - HOUR_MS) / 1_000);
    const url = under(origin, `/0/public/OHLC?pair=${pair}&interval=60&since=${since}`);
    const { document } = await http.get({ url, signal, schema: candles });
    const rows = candleRows.parse(document.result?.[pair]);
    return rows.flatMap(([seconds, raw]) => {
      const open = readPrice(raw, 'decimal-string');
      return open instanceof Refusal ? [] : [[seconds, open] as const];
    });
  };

  /** The next pair whose price of a day ago is not known; each has its turn, so none blocks the rest. */
  const nextUnknown = (opens: HourlyOpens, now: number): Pair | undefined => {
    const queue = [...pairs.slice(turn), ...pairs.slice(0, turn)];
    const next = queue.find(({ instrument }) => !opens.knowsDayBefore(instrument, now));
    if (next) turn = (pairs.indexOf(next) + 1) % pairs.length;
    return next;
  };

  const sideRequest = createSideRequest(clock);

  const poll = async (signal: AbortSignal, past: readonly PastValues[]) => {
    const asked = clock.now();
    const opens = new HourlyOpens(past);
    const unknown = nextUnknown(opens, asked);
    const candles =
      unknown &&
      sideRequest(signal, CANDLES_MS, (bounded) => readCandles(unknown.pair, asked, bounded));
    const url = under(origin, `/0/public/Ticker?pair=${[...symbols.keys()].join(',')}`);
    const { document, generatedAt } = await http.get({ url, signal, schema: tickers });
    throwIfFailed(document.error);
    if (unknown) opens.learn(unknown.instrument, (await candles) ?? []);

    const now = clock.now();
    const sheet = new QuoteSheet(now);
    for (const { pair, instrument } of pairs) {
      const ticker = document.result?.[pair];
      if (!ticker) continue;
      const value = readPrice(ticker.c[0], 'decimal-string');
      sheet.add({
        instrument,
        value,
        observed: instant(generatedAt),
        change: opens.change(instrument, now, value),
      });
    }
    return { ...sheet.report(), past: opens.toPast(now) };
  };

  return { profile, poll };
};

const throwIfFailed = (errors: readonly string[]): void => {
  if (errors.length === 0) return;
  throw failureUnder200(errors.some((error) => /too many requests|rate limit/i.test(error)));
};

export const kraken: ProviderDefinition = {
  profile,
  onByDefault: true,
  origin: 'https://api.kraken.com',
  create,
};

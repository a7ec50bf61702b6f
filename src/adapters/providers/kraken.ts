import { z } from 'zod';
import { crypto } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { beside } from './beside.ts';
import { DAY_MS } from './calendar-day.ts';
import { symbolsById } from './coin.ts';
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

const tickers = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.array(z.unknown()) })).optional(),
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
  const pairs = [...symbols.keys()];
  const opens = new Map(pairs.map((pair) => [pair, new HourlyOpens()]));
  let turn = 0;

  const learnCandles = async (pair: string, signal: AbortSignal) => {
    const now = clock.now();
    const since = Math.floor((now - DAY_MS - HOUR_MS) / 1_000);
    const url = under(origin, `/0/public/OHLC?pair=${pair}&interval=60&since=${since}`);
    const { document } = await http.get({ url, signal, schema: candles });
    const rows = candleRows.parse(document.result?.[pair]);
    opens.get(pair)?.learn(
      now,
      rows.flatMap(([seconds, raw]) => {
        const open = readPrice(raw, 'decimal-string');
        return open instanceof Refusal ? [] : [[seconds, open] as const];
      }),
    );
  };

  /** The next pair whose price of a day ago is not known; each has its turn, so none blocks the rest. */
  const nextUnknown = (now: number): string | undefined => {
    const queue = [...pairs.slice(turn), ...pairs.slice(0, turn)];
    const pair = queue.find((name) => !opens.get(name)?.knowsDayBefore(now));
    if (pair !== undefined) turn = (pairs.indexOf(pair) + 1) % pairs.length;
    return pair;
  };

  const poll = async (signal: AbortSignal) => {
    const unknown = nextUnknown(clock.now());
    const learning =
      unknown !== undefined &&
      beside(signal, CANDLES_MS, (bounded) => learnCandles(unknown, bounded));
    const url = under(origin, `/0/public/Ticker?pair=${pairs.join(',')}`);
    const { document, generatedAt } = await http.get({ url, signal, schema: tickers });
    throwIfFailed(document.error);
    await learning;

    const now = clock.now();
    const sheet = new QuoteSheet(now);
    for (const [pair, symbol] of symbols) {
      const ticker = document.result?.[pair];
      if (!ticker) continue;
      const value = readPrice(ticker.c[0], 'decimal-string');
      sheet.add({
        instrument: crypto(symbol),
        value,
        observed: instant(generatedAt),
        change: opens.get(pair)?.change(now, value),
      });
    }
    return sheet.report();
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

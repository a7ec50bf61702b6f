import { z } from 'zod';
import { rial } from '../../domain/market/instrument.ts';
import type { PastValues } from '../../domain/market/quote.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { DAY_MS } from './calendar-day.ts';
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
import { instant, midPrice } from './reading.ts';
import { openMarketRial } from './rial-unit.ts';
import { createSideRequest } from './side-request.ts';
import { failureUnder200 } from './upstream-error.ts';

const profile: SourceProfile = {
  name: 'nobitex',
  cadence: 'live',
  voteGroup: 'nobitex',
  rank: 130,
  pollEveryMs: MINUTE_MS,
  usableForMs: 2 * HOUR_MS,
  budget: {
    callsPerPoll: 2,
    callsPerDayAllowed: 432_000,
    allowanceSource: '300 order books a minute',
  },
};

const INSTRUMENT = rial('market');
const CANDLES_MS = 1.5 * SECOND_MS;

const failed = z.object({ status: z.literal('failed'), code: z.string().optional() });
const level = z.tuple([z.unknown()]).rest(z.unknown());
const orderBook = z.object({
  status: z.literal('ok'),
  lastUpdate: z.unknown().optional(),
  asks: z.array(level),
  bids: z.array(level),
});
const answer = z.discriminatedUnion('status', [orderBook, failed]);
const history = z.object({ s: z.literal('ok'), t: z.array(z.number()), o: z.array(z.number()) });

/**
 * Nobitex's order book of tether: the open market's rial, live. https://apidocs.nobitex.ir
 *
 * USDTIRT is in RIAL, whatever its name suggests. One USDT is taken for one USD: it keeps within a
 * few hundredths of a percent, far inside the tolerance of this series, and no second request could
 * fail the first.
 */
const create = ({ http, origin, clock }: ProviderOptions): RateProvider => {
  const readCandles = async (now: number, signal: AbortSignal) => {
    const seconds = (at: number) => Math.floor(at / 1_000);
    const range = `from=${seconds(now - DAY_MS - HOUR_MS)}&to=${seconds(now)}`;
    const path = `/market/udf/history?symbol=USDTIRT&resolution=60&${range}`;
    const { document } = await http.get({ url: under(origin, path), signal, schema: history });
    return document.t.flatMap((time, index) => {
      const open = document.o[index];
      return open !== undefined && open > 0 ? [[time, open] as const] : [];
    });
  };

  const sideRequest = createSideRequest(clock);

  const poll = async (signal: AbortSignal, past: readonly PastValues[]) => {
    const now = clock.now();
    const opens = new HourlyOpens(past);
    const candles = opens.knowsDayBefore(INSTRUMENT, now)
      ? undefined
      : sideRequest(signal, CANDLES_MS, (bounded) => readCandles(now, bounded));
    const url = under(origin, '/v3/orderbook/USDTIRT');
    const { document } = await http.get({ url, signal, schema: answer });
    if (document.status === 'failed') {
      throw failureUnder200(document.code === 'TooManyRequests');
    }
    opens.learn(INSTRUMENT, (await candles) ?? []);

    const sheet = new QuoteSheet(clock.now());
    const mid = midPrice(document.bids[0]?.[0], document.asks[0]?.[0], 'decimal-string');
    const value = openMarketRial(mid);
    sheet.add({
      instrument: INSTRUMENT,
      value,
      observed: instant(document.lastUpdate),
      change: opens.change(INSTRUMENT, now, value),
    });
    return { ...sheet.report(), past: opens.toPast(now) };
  };

  return { profile, poll };
};

export const nobitex: ProviderDefinition = {
  profile,
  onByDefault: false,
  origin: 'https://apiv2.nobitex.ir',
  create,
};

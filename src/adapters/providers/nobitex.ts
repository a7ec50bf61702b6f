import { z } from 'zod';
import { rial } from '../../domain/market/instrument.ts';
import type { SourceProfile } from '../../domain/market/source.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import { beside } from './beside.ts';
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
  const opens = new HourlyOpens();

  const learnCandles = async (now: number, signal: AbortSignal) => {
    const seconds = (at: number) => Math.floor(at / 1_000);
    const range = `from=${seconds(now - DAY_MS - HOUR_MS)}&to=${seconds(now)}`;
    const path = `/market/udf/history?symbol=USDTIRT&resolution=60&${range}`;
    const { document } = await http.get({ url: under(origin, path), signal, schema: history });
    const candles = document.t.flatMap((time, index) => {
      const open = document.o[index];
      return open !== undefined && open > 0 ? [[time, open] as const] : [];
    });
    opens.learn(now, candles);
  };

  const poll = async (signal: AbortSignal) => {
    const now = clock.now();
    const learning =
      !opens.knowsDayBefore(now) &&
      beside(signal, CANDLES_MS, (bounded) => learnCandles(now, bounded));
    const url = under(origin, '/v3/orderbook/USDTIRT');
    const { document } = await http.get({ url, signal, schema: answer });
    if (document.status === 'failed') {
      throw failureUnder200(document.code === 'TooManyRequests');
    }
    await learning;

    const sheet = new QuoteSheet(clock.now());
    const mid = midPrice(document.bids[0]?.[0], document.asks[0]?.[0], 'decimal-string');
    const value = openMarketRial(mid);
    sheet.add({
      instrument: rial('market'),
      value,
      observed: instant(document.lastUpdate),
      change: opens.change(now, value),
    });
    return sheet.report();
  };

  return { profile, poll };
};

export const nobitex: ProviderDefinition = {
  profile,
  onByDefault: false,
  origin: 'https://apiv2.nobitex.ir',
  create,
};

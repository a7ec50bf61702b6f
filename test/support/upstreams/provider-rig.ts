import { readFileSync } from 'node:fs';
import { CATALOGUE } from '../../../src/adapters/providers/catalogue.ts';
import { parseCoins } from '../../../src/adapters/providers/coin.ts';
import { parseCurrencyCodes } from '../../../src/adapters/providers/currency-codes.ts';
import { createUpstreamHttp } from '../../../src/adapters/providers/upstream-http.ts';
import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { PastValues, Quote } from '../../../src/domain/market/quote.ts';
import { ProviderError, type ProviderReport } from '../../../src/domain/ports/rate-provider.ts';
import { RECORDED_AT, startUpstreams } from './index.ts';

const config = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../config/${name}`, import.meta.url), 'utf8'));

export const COIN_LIST = parseCoins(config('coins.json'));
export const CURRENCY_CODES = parseCurrencyCodes(config('currencies.json'));

/** One provider's real adapter against its simulated host, at the recorded minute. */
export const startProvider = async (name: string) => {
  const clock = { time: RECORDED_AT, now: () => clock.time };
  const upstreams = await startUpstreams({ now: clock.now });
  const server = upstreams.provider(name);
  const definition = CATALOGUE.find(({ profile }) => profile.name === name);
  if (!definition) throw new Error(`the catalogue has no ${name}`);
  const http = createUpstreamHttp({ version: '0.0.0', clock, connectTimeoutMs: 500 });
  const create = (fallbackOrigin?: string) =>
    definition.create({
      http,
      origin: server.origin,
      fallbackOrigin,
      clock,
      currencies: CURRENCY_CODES,
      coins: COIN_LIST,
    });
  const provider = create();
  let past: readonly PastValues[] = [];
  /** Polls as the service does, which hands a source's past back to it. */
  const poll = async (ms = 5_000, asked = provider): Promise<ProviderReport> => {
    const { past: learnt, ...report } = await asked.poll(AbortSignal.timeout(ms), past);
    past = learnt ?? past;
    return report;
  };

  return {
    clock,
    server,
    definition,
    provider,
    create,
    poll,
    /** The error a poll ends with; throws if it ends well. */
    failure: async (ms?: number): Promise<ProviderError> => {
      const outcome = await poll(ms).catch((error: unknown) => error);
      if (outcome instanceof ProviderError) return outcome;
      throw new Error('the poll did not end with a ProviderError', { cause: outcome });
    },
    close: async () => {
      http.close();
      await upstreams.close();
    },
  };
};

export type ProviderRig = Awaited<ReturnType<typeof startProvider>>;

export const quoteOf = (report: ProviderReport, instrument: Instrument): Quote | undefined =>
  report.quotes.find((quote) => quote.instrument === instrument);

export const refusalOf = (report: ProviderReport, instrument: Instrument): string | undefined =>
  report.refused.find((entry) => entry.instrument === instrument)?.reason;

import { originSetting } from '../../../src/upstream-origins.ts';
import { bitstamp } from './providers/bitstamp.ts';
import { coinbase } from './providers/coinbase.ts';
import { coingecko } from './providers/coingecko.ts';
import { coinpaprika } from './providers/coinpaprika.ts';
import { currencyApi } from './providers/currency-api.ts';
import { ecb } from './providers/ecb.ts';
import { erApi } from './providers/er-api.ts';
import { frankfurter } from './providers/frankfurter.ts';
import { goldApi } from './providers/gold-api.ts';
import { kraken } from './providers/kraken.ts';
import { nbp } from './providers/nbp.ts';
import { nobitex } from './providers/nobitex.ts';
import { rialArchive } from './providers/rial-archive.ts';
import { swissquote } from './providers/swissquote.ts';
import { UpstreamServer } from './upstream-server.ts';

const PROVIDERS = [
  bitstamp,
  coinbase,
  coingecko,
  coinpaprika,
  currencyApi,
  ecb,
  erApi,
  frankfurter,
  goldApi,
  kraken,
  nbp,
  nobitex,
  rialArchive,
  swissquote,
];

export interface UpstreamsOptions {
  /** Unix ms that the recorded times are moved to; the machine's clock unless told otherwise. */
  readonly now?: () => number;
}

/** Every provider's host in one place, on the loopback interface, without the internet. */
export interface Upstreams {
  /** The settings that send the service here: `UPSTREAM_FRANKFURTER_URL` and so on. */
  readonly env: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** @throws {Error} for a name that is not simulated. */
  provider(name: string): UpstreamServer;
  close(): Promise<void>;
}

export const startUpstreams = async (options: UpstreamsOptions = {}): Promise<Upstreams> => {
  const servers = new Map(
    PROVIDERS.map((provider) => [
      provider.name,
      new UpstreamServer(provider, options.now ?? Date.now),
    ]),
  );
  await Promise.all([...servers.values()].map((server) => server.start()));
  return {
    env: Object.fromEntries(
      [...servers].map(([name, { origin }]) => [originSetting(name), origin]),
    ),
    names: [...servers.keys()],
    provider: (name) => {
      const server = servers.get(name);
      if (!server) throw new Error(`no simulated provider is called ${name}`);
      return server;
    },
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
};

export { RECORDED_AT, recordedJson, recordedText } from './recorded.ts';
export type { Alteration, UpstreamServer } from './upstream-server.ts';

import { bitstamp } from './bitstamp.ts';
import { coinbase } from './coinbase.ts';
import { coingecko } from './coingecko.ts';
import { coinpaprika } from './coinpaprika.ts';
import { currencyApi } from './currency-api.ts';
import { ecb } from './ecb.ts';
import { erApi } from './er-api.ts';
import { frankfurter } from './frankfurter.ts';
import { goldApi } from './gold-api.ts';
import { kraken } from './kraken.ts';
import { nbp } from './nbp.ts';
import { nobitex } from './nobitex.ts';
import type { ProviderDefinition } from './provider.ts';
import { rialArchive } from './rial-archive.ts';
import { swissquote } from './swissquote.ts';

/** Every provider the service can ask, in order of rank. */
export const CATALOGUE: readonly ProviderDefinition[] = [
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
].toSorted((a, b) => a.profile.rank - b.profile.rank);

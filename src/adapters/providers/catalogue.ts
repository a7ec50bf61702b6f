import { coingecko } from './coingecko.ts';
import { coinpaprika } from './coinpaprika.ts';
import { currencyApi } from './currency-api.ts';
import { frankfurter } from './frankfurter.ts';
import { goldApi } from './gold-api.ts';
import type { ProviderDefinition } from './provider.ts';

/** Every provider the service can ask, in order of rank. */
export const CATALOGUE: readonly ProviderDefinition[] = [
  frankfurter,
  currencyApi,
  goldApi,
  coingecko,
  coinpaprika,
].toSorted((a, b) => a.profile.rank - b.profile.rank);

/** The setting that replaces a provider's origin: `currency-api` has `UPSTREAM_CURRENCY_API_URL`. */
export const originSetting = (name: string): string =>
  `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}_URL`;

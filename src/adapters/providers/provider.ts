import type { SourceProfile } from '../../domain/market/source.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';
import type { Coin } from './coin.ts';
import type { UpstreamHttp } from './upstream-http.ts';

export interface ProviderOptions {
  readonly http: UpstreamHttp;
  /** Scheme, host, port and an optional path prefix, such as `https://api.kraken.com`. */
  readonly origin: string;
  /** A second host with the same data; only providers that have one look at it. */
  readonly fallbackOrigin?: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** ISO 4217 codes that may be published. */
  readonly currencies: ReadonlySet<string>;
  readonly coins: readonly Coin[];
}

/** A provider as the catalogue lists it. */
export interface ProviderDefinition {
  readonly profile: SourceProfile;
  readonly onByDefault: boolean;
  readonly origin: string;
  /** May hold `{version}`, which stands for a date or `latest`. */
  readonly fallbackOrigin?: string;
  readonly create: (options: ProviderOptions) => RateProvider;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** A URL under an origin that may end in a slash or carry a path prefix. */
export const under = (origin: string, path: string): string => origin.replace(/\/+$/, '') + path;

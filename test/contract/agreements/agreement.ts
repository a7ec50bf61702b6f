import { MatchersV3, type PactV3 } from '@pact-foundation/pact';
import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { ProviderFailure } from '../../../src/domain/ports/rate-provider.ts';

/** One request that an adapter makes, and as much of the answer as it reads. */
export interface Exchange {
  readonly description: string;
  /** Only for answers that the real host gives now and then: not asked of it in verification. */
  readonly state?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** 200, unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | Matcher>>;
  /** JSON, unless given. */
  readonly mediaType?: MediaType;
  /** Pact matchers in it; text for what is not JSON. */
  readonly body: unknown;
  /** For what is not JSON: which parts of the body may differ, and how. */
  readonly rules?: BodyRules;
}

type Matcher = ReturnType<typeof MatchersV3.regex>;

/** The library does not export the type under a name. */
export type BodyRules = NonNullable<Parameters<PactV3['withResponseMatchingRules']>[1]['body']>;

export type MediaType = 'json' | 'xml' | 'text';

/** What an adapter makes of the answers to one poll. */
export interface Case {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  /** The instruments that are quoted, or how the poll fails. */
  readonly outcome: readonly Instrument[] | ProviderFailure;
}

/** What one adapter relies on. */
export interface Agreement {
  /** The name in the catalogue. */
  readonly provider: string;
  readonly cases: readonly Case[];
}

/** A number in a string, as many exchanges send prices. */
export const numeral = (example: string) => MatchersV3.regex(/^-?\d+(\.\d+)?$/, example);

export const isoDay = (example: string) => MatchersV3.regex(/^\d{4}-\d{2}-\d{2}$/, example);

/** The time of the answer, which dates the values of hosts that date them by nothing else. */
export const DATED = {
  Date: MatchersV3.regex(
    /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    'Mon, 05 Oct 2026 09:36:59 GMT',
  ),
};

/** The answer of a host that has had enough of us for now. */
export const rateLimited = (
  { path, query }: Pick<Exchange, 'path' | 'query'>,
  body: unknown = {},
  mediaType: MediaType = 'json',
): Exchange => ({
  description: 'a request too many',
  state: 'the caller is over its limit',
  path,
  ...(query && { query }),
  status: 429,
  headers: { 'Retry-After': '60' },
  mediaType,
  body,
});

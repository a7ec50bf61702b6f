import type { Instrument } from '../market/instrument.ts';
import type { PastValues, Quote } from '../market/quote.ts';
import type { SourceProfile } from '../market/source.ts';

/** A source of quotes on the other side of a network. */
export interface RateProvider {
  readonly profile: SourceProfile;
  /**
   * Asks the provider once. `signal` bounds the whole poll, however many requests it takes.
   *
   * @param past what the last report with a past gave as such, in this process or another. A provider
   * that publishes its past apart from its present asks only for what is missing there.
   * @throws {ProviderError} where nothing of the answer can be used.
   */
  poll(signal: AbortSignal, past: readonly PastValues[]): Promise<ProviderReport>;
}

export interface ProviderReport {
  readonly quotes: readonly Quote[];
  /** Entries of the answer that were refused, one by one, while the rest was good. */
  readonly refused: readonly RefusedEntry[];
  /** All of the provider's past that the next poll will need; absent where nothing was learnt. */
  readonly past?: readonly PastValues[];
}

export interface RefusedEntry {
  readonly instrument: Instrument;
  /** A short phrase for logs: `not a number`, `zero`, `dated in the future`. */
  readonly reason: string;
}

/**
 * Why a poll failed.
 * - `timeout` no whole answer in time; `unreachable` no connection
 * - `rate-limited` 429; `blocked` 403, 418 or 451: do not come back for hours
 * - `http-status` any other status than 200; `redirect` a 3xx
 * - `content-type`, `too-large`, `malformed`, `unexpected-shape` a 200 that is not the document
 * - `provider-error` an error document under status 200
 * - `no-data` a well-formed answer without a single usable quote
 */
export type ProviderFailure =
  | 'timeout'
  | 'unreachable'
  | 'rate-limited'
  | 'blocked'
  | 'http-status'
  | 'redirect'
  | 'content-type'
  | 'too-large'
  | 'malformed'
  | 'unexpected-shape'
  | 'provider-error'
  | 'no-data';

export class ProviderError extends Error {
  readonly code: ProviderFailure;
  /** How long the provider asked us to stay away, in ms, where it said so (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  /** @param message a sentence for logs: what was wrong and where, without a URL's query or a body. */
  constructor(code: ProviderFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

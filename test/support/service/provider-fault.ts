import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { UpstreamServer } from '../upstreams/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface ProviderFault {
  readonly name: string;
  /** Makes the provider's host misbehave on this instrument, or altogether. */
  readonly strike: (upstream: UpstreamServer, instrument: Instrument) => void;
  /** What the log calls it where the whole answer is lost; undefined where one value is. */
  readonly code?: string;
  /** After this long, in ms, the provider is asked again for certain. */
  readonly askedAgainAfterMs: number;
  /** The provider says nothing, or not all, until the poll has had its time. */
  readonly isSlow?: true;
}

/** A validity, after which even an open breaker lets a probe through. */
const SOON = 6 * MINUTE_MS;

const oneValue = (name: string, strike: ProviderFault['strike']): ProviderFault => ({
  name,
  strike,
  askedAgainAfterMs: SOON,
});

const wholeAnswer = (
  name: string,
  code: string,
  strike: ProviderFault['strike'],
  changes: Partial<ProviderFault> = {},
): ProviderFault => ({ ...oneValue(name, strike), code, ...changes });

const SLOW = { isSlow: true } as const;

export const PROVIDER_FAULTS: readonly ProviderFault[] = [
  wholeAnswer('a 500', 'http-status', (upstream) => upstream.status(500)),
  wholeAnswer('a 429', 'rate-limited', (upstream) => upstream.status(429, { 'retry-after': '60' })),
  wholeAnswer('a 403', 'blocked', (upstream) => upstream.status(403), {
    askedAgainAfterMs: 6 * HOUR_MS + SOON,
  }),
  wholeAnswer('a hang', 'timeout', (upstream) => upstream.hang(), SLOW),
  wholeAnswer('a drip', 'timeout', (upstream) => upstream.drip(20), SLOW),
  wholeAnswer('HTML under 200', 'content-type', (upstream) => upstream.html()),
  wholeAnswer('truncated JSON', 'malformed', (upstream) => upstream.truncate()),
  wholeAnswer('a redirect', 'redirect', (upstream) => upstream.redirect()),
  wholeAnswer('a date in the future', 'no-data', (upstream) => {
    upstream.redate(10 * DAY_MS);
    // Some documents hold no date of their own and are dated by the answer.
    upstream.fail(({ status, headers, body }, response) => {
      const date = new Date(Date.parse(headers.date ?? '') + 10 * DAY_MS).toUTCString();
      response.writeHead(status, { ...headers, date }).end(body);
    });
  }),
  oneValue('a missing instrument', (upstream, instrument) => upstream.drop(instrument)),
  oneValue('zero', (upstream, instrument) => upstream.change(instrument, () => 0)),
  oneValue('a negative', (upstream, instrument) => upstream.change(instrument, (good) => -good)),
  oneValue('a string "NaN"', (upstream, instrument) => upstream.change(instrument, () => 'NaN')),
  oneValue('ten times too much', (upstream, instrument) =>
    upstream.change(instrument, (good) => good * 10),
  ),
];

import { RequestError, TimeoutError } from 'got';
import { ProviderError, type ProviderFailure } from '../../domain/ports/rate-provider.ts';

/** A status other than 200; the status stays readable, since a 404 may only mean "not yet". */
export class UpstreamStatusError extends ProviderError {
  readonly status: number;

  constructor(where: string, status: number, retryAfterMs?: number) {
    super(failureOf(status), `${where} answered with status ${status}`, retryAfterMs);
    this.status = status;
  }
}

const failureOf = (status: number): ProviderFailure => {
  if (status === 429) return 'rate-limited';
  if (status === 403 || status === 418 || status === 451) return 'blocked';
  return status >= 300 && status < 400 ? 'redirect' : 'http-status';
};

export const isNotFound = (error: unknown): boolean =>
  error instanceof UpstreamStatusError && error.status === 404;

/** An error document that came under status 200. */
export const failureUnder200 = (limited: boolean): ProviderError =>
  limited
    ? new ProviderError('rate-limited', 'too many requests, told under status 200')
    : new ProviderError('provider-error', 'an error document under status 200');

/** Where a request went, fit for a log: host and path, neither query nor credentials. */
export const placeOf = (url: URL): string => `${url.host}${url.pathname}`;

/** What the transport reported, in the port's words. `answered`: a 200 had begun to arrive. */
export const transportError = (
  error: unknown,
  where: string,
  answered: boolean,
  signal: AbortSignal,
): ProviderError => {
  if (error instanceof ProviderError) return error;
  if (error instanceof TimeoutError || signal.aborted) {
    return new ProviderError('timeout', `${where} gave no whole answer in time`);
  }
  const code = error instanceof RequestError ? error.code : 'unknown';
  // HPE_*: Node's HTTP parser could not make sense of the response's head.
  if (answered || code.startsWith('HPE_')) {
    return new ProviderError('malformed', `${where} broke its answer off (${code})`);
  }
  return new ProviderError('unreachable', `${where} could not be reached (${code})`);
};

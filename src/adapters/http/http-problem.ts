/**
 * A request that gets an error answer. The message is the `error` member of the body, so it is
 * written for the caller: it names what is wrong and nothing of the service's inside.
 */
export class HttpProblem extends Error {
  readonly code = 'http-problem';
  readonly status: number;
  /** Further response fields, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpProblem';
    this.status = status;
    this.headers = headers;
  }
}

/** Texts for statuses that arise without a text of their own. */
const TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  404: 'There is nothing at this path. GET /api lists what there is.',
  405: 'This method is not allowed here: use GET, HEAD or OPTIONS.',
  406: 'None of the content codings that Accept-Encoding allows is available: allow identity, gzip or br.',
  408: 'The request did not arrive in time.',
  412: 'The precondition in the request does not hold for the current representation.',
  413: 'The request body is too large.',
  414: 'The request target is too long.',
  417: 'The expectation in the Expect header cannot be met.',
  431: 'The request header fields are too large.',
  500: 'The service failed to answer this request. The failure has been recorded.',
  501: 'This Transfer-Encoding is not supported: send the request without a body.',
  505: 'This HTTP version is not supported: use HTTP/1.1 or HTTP/1.0.',
};

export const errorText = (status: number): string =>
  TEXTS[status] ?? (status < 500 ? 'The request cannot be answered.' : (TEXTS[500] ?? ''));

/** The error body of spec section 7: exactly these two members. */
export const errorBody = (message: string): string => JSON.stringify({ ok: false, error: message });

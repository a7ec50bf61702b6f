/**
 * Field names and values that every answer carries, whichever layer writes it: Koa, the prepared
 * representations, or the parser's own refusals. Flat `name, value, …` lists are what
 * `ServerResponse.writeHead` takes without copying.
 */
export const COMMON_HEADERS: readonly string[] = [
  // A literal `*` and nothing derived from the request's Origin, so that shared caches keep one
  // copy for all origins; hence no `Vary: Origin` either.
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Last-Modified, X-Request-Id, Retry-After',
  'X-Content-Type-Options',
  'nosniff',
];

/** RFC 8259 section 11 defines no charset parameter for JSON: it is always UTF-8. */
export const JSON_TYPE = 'application/json';

export const NO_STORE = 'no-store';

/** What every path of the service answers, in the order in which `Allow` names them. */
export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** One deliberate fault in the service: a piece of its source, and what it is replaced by. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly original: string;
  readonly faulty: string;
}

const MARKET_BODY = 'src/adapters/http/representations/market-body.ts';
const REPRESENTATION = 'src/adapters/http/representations/representation.ts';
const LAWS_BODY = 'src/adapters/http/representations/salary-laws-representations.ts';
const ENVELOPE = 'src/adapters/http/koa-envelope.ts';
const PROBLEM = 'src/adapters/http/http-problem.ts';
const PROBLEMS = 'src/adapters/http/koa-problems.ts';
const ROUTES = 'src/adapters/http/routes.ts';
const PRECONDITIONS = 'src/adapters/http/koa-preconditions.ts';

/** Faults that a careless change could bring, each of which breaks what a consumer relies on. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a renamed member',
    file: MARKET_BODY,
    original: 'priceUSD: entry.value',
    faulty: 'priceUsd: entry.value',
  },
  {
    name: 'a rate as a string',
    file: MARKET_BODY,
    original: 'rate: entry.value',
    faulty: 'rate: String(entry.value)',
  },
  {
    name: 'a wrong unit constant',
    file: MARKET_BODY,
    original: "iranCurrency: 'IRR'",
    faulty: "iranCurrency: 'IRT'",
  },
  {
    name: 'gold under another member',
    file: MARKET_BODY,
    original: 'gold: { pricePerGram',
    faulty: 'xau: { pricePerGram',
  },
  {
    name: 'a timestamp as text',
    file: MARKET_BODY,
    original: 'timestamp: snapshot.assembledAt',
    faulty: 'timestamp: new Date(snapshot.assembledAt).toISOString()',
  },
  {
    name: 'stale rates called cached',
    file: 'src/domain/market/freshness-policy.ts',
    original: "return 'stale';",
    faulty: "return 'cached';",
  },
  {
    name: 'waiting for the sources not told',
    file: 'src/domain/market/freshness-policy.ts',
    original: "waited ? 'live' : 'cached'",
    faulty: "waited ? 'cached' : 'cached'",
  },
  {
    name: 'a missing Last-Modified',
    file: REPRESENTATION,
    original: 'if (this.#lastModified !== undefined)',
    faulty: "if (this.#lastModified === '')",
  },
  {
    name: 'a missing ETag',
    file: REPRESENTATION,
    original: "[...COMMON_HEADERS, 'ETag', etag, 'Cache-Control', cacheControl]",
    faulty: "[...COMMON_HEADERS, 'Cache-Control', cacheControl + etag.slice(0, 0)]",
  },
  {
    name: 'a body on 304',
    file: ENVELOPE,
    original: 'if (notModified || req.method',
    faulty:
      'if (notModified) {\n    res.flushHeaders();\n    req.socket.write(variant.body);\n  }\n  if (notModified || req.method',
  },
  {
    name: 'a matching If-None-Match ignored',
    file: PRECONDITIONS,
    original: "return outcomeOf(this.ctx) === 'not-modified';",
    faulty: "return outcomeOf(this.ctx) === 'failed';",
  },
  {
    name: 'ok: true on an error',
    file: PROBLEM,
    original: '{ ok: false, error: message }',
    faulty: '{ ok: true, error: message }',
  },
  {
    name: 'an error object in place of its text',
    file: PROBLEM,
    original: '{ ok: false, error: message }',
    faulty: '{ ok: false, error: { message } }',
  },
  {
    name: 'an error under status 200',
    file: PROBLEMS,
    original: '  ctx.status = status;',
    faulty: '  ctx.status = status === 500 ? 200 : status;',
  },
  {
    name: 'an error as plain text',
    file: PROBLEMS,
    original: "'Content-Type': JSON_TYPE",
    faulty: "'Content-Type': 'text/plain' satisfies string, 'X-Was': JSON_TYPE",
  },
  {
    name: 'a degraded service under status 200',
    file: ROUTES,
    original: "view.status === 'ok' ? 200 : 503",
    faulty: "view.status === 'ok' ? 200 : 200",
  },
  {
    name: 'ready whatever happens',
    file: ROUTES,
    original: 'view.ready ? 200 : 503',
    faulty: 'view.ready ? 200 : 200',
  },
  {
    name: 'ready while draining',
    file: 'src/domain/operations/readiness.ts',
    original: 'if (draining) return',
    faulty: 'if (draining && waitingFor.length > 0) return',
  },
  {
    name: 'another version label of the interface',
    file: 'src/application/report-operations.ts',
    original: "interfaceVersion: '8.0.0'",
    faulty: "interfaceVersion: '9.0.0' as '8.0.0'",
  },
  {
    name: 'the open top bracket left out',
    file: LAWS_BODY,
    original: 'Buffer.from(body)',
    faulty: "Buffer.from(body.replaceAll('\"upTo\":null,', ''))",
  },
  {
    name: 'salary years as a list',
    file: LAWS_BODY,
    original: 'Buffer.from(body)',
    faulty:
      'Buffer.from(JSON.stringify({ ...published.laws, years: Object.values(published.laws.years) }))',
  },
];

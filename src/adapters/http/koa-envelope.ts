import type { IncomingMessage } from 'node:http';
import { COMMON_HEADERS, NO_STORE } from './common-headers.ts';
import { tagOfNotModified } from './conditional/preconditions.ts';
import type { HttpContext, HttpMiddleware, Selection } from './koa-context.ts';
import { requestIdOf } from './request-id.ts';

interface EnvelopeOptions {
  /** Whether connections are to end after the answer. */
  readonly isDraining: () => boolean;
}

/**
 * The outermost middleware: whatever happened inside, the answer has its request id, CORS and a
 * cache policy, and no error can be stored.
 */
export const koaEnvelope =
  ({ isDraining }: EnvelopeOptions): HttpMiddleware =>
  async (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req.headers['x-request-id']);
    await next();
    const { selection } = ctx.state;
    const isLast = isDraining() || offersUpgrade(ctx.req);
    if (selection) writeSelection(ctx, selection, isLast);
    else completeHeaders(ctx, isLast);
  };

/**
 * An offer may be ignored (RFC 9110 section 7.8), but Node's parser takes it for the last of HTTP on
 * the connection and drops what has come with it. A request that came in halves must not be taken up
 * in its middle.
 */
const offersUpgrade = ({ headers }: IncomingMessage): boolean => headers.upgrade !== undefined;

/**
 * Writes what was prepared straight to the response: `ctx.set` and `ctx.body` would copy and check
 * the same fields again for each request.
 */
const writeSelection = (ctx: HttpContext, selection: Selection, isLast: boolean): void => {
  const { req, res, state } = ctx;
  const { variant, cacheControl } = selection;
  const notModified = res.statusCode === 304;
  const prepared = notModified
    ? variant.headersOfNotModified(cacheControl, tagOfNotModified(req, variant.validators))
    : variant.headers(cacheControl);
  const headers = [...prepared, 'X-Request-Id', state.requestId];
  if (isLast) headers.push('Connection', 'close');
  ctx.respond = false;
  res.writeHead(res.statusCode, headers);
  if (notModified || req.method === 'HEAD') res.end();
  else res.end(variant.body);
};

const completeHeaders = (ctx: HttpContext, isLast: boolean): void => {
  const { res } = ctx;
  for (let at = 0; at < COMMON_HEADERS.length; at += 2) {
    res.setHeader(COMMON_HEADERS[at] ?? '', COMMON_HEADERS[at + 1] ?? '');
  }
  res.setHeader('X-Request-Id', ctx.state.requestId);
  if (ctx.status >= 400 || !res.hasHeader('Cache-Control')) {
    res.setHeader('Cache-Control', NO_STORE);
  }
  if (ctx.status === 304) res.removeHeader('Content-Encoding');
  if (isLast) res.setHeader('Connection', 'close');
};

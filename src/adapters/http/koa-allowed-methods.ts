import { ALLOWED_METHODS } from './common-headers.ts';
import { errorText, HttpProblem } from './http-problem.ts';
import type { HttpMiddleware } from './koa-context.ts';

const METHODS = ALLOWED_METHODS.join(', ');

/**
 * Answers every method but GET and HEAD: OPTIONS of a path or of the server as a whole (`*`) with
 * what may be done, for people and for a browser's CORS preflight; the rest with 405. Mounted past
 * the router, so that requests which have a route do not pay for it.
 *
 * @param isKnownPath what is not known is left a 404.
 */
export const koaAllowedMethods =
  (isKnownPath: (path: string) => boolean): HttpMiddleware =>
  (ctx) => {
    if (ctx.url !== '*' && !isKnownPath(ctx.path)) return;
    if (ctx.method !== 'OPTIONS') throw new HttpProblem(405, errorText(405), { Allow: METHODS });
    ctx.status = 204;
    ctx.set({
      Allow: METHODS,
      'Access-Control-Allow-Methods': METHODS,
      // The fetch standard excepts Authorization from the wildcard; some clients send it unasked.
      'Access-Control-Allow-Headers': '*, Authorization',
      'Access-Control-Max-Age': '86400',
    });
  };

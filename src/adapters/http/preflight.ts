import { ALLOWED_METHODS } from './common-headers.ts';
import type { HttpContext } from './koa-context.ts';

const METHODS = ALLOWED_METHODS.join(', ');

/**
 * Answers OPTIONS: what may be done here, for people and for a browser's CORS preflight. The fetch
 * standard excepts `Authorization` from the wildcard, and some clients send it unasked.
 */
export const preflight = (ctx: HttpContext): void => {
  ctx.status = 204;
  ctx.set({
    Allow: METHODS,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Max-Age': '86400',
  });
};

import { ALLOWED_METHODS } from './common-headers.ts';
import type { HttpMiddleware } from './koa-context.ts';

const METHODS = ALLOWED_METHODS.join(', ');

/**
 * Answers OPTIONS, of a path or of the server as a whole (`*`): what may be done, for people and
 * for a browser's CORS preflight. Mounted past the router, so that no other request pays for it.
 *
 * @param isKnownPath what is not known is left a 404.
 */
export const koaOptions =
  (isKnownPath: (path: string) => boolean): HttpMiddleware =>
  async (ctx, next) => {
    if (ctx.method !== 'OPTIONS') return await next();
    if (ctx.url !== '*' && !isKnownPath(ctx.path)) return await next();

    ctx.status = 204;
    ctx.set({
      Allow: METHODS,
      'Access-Control-Allow-Methods': METHODS,
      // The fetch standard excepts Authorization from the wildcard; some clients send it unasked.
      'Access-Control-Allow-Headers': '*, Authorization',
      'Access-Control-Max-Age': '86400',
    });
  };

import type Koa from 'koa';
import type { Next } from 'koa';
import { parseHttpDate } from './conditional/http-date.ts';
import { evaluatePreconditions, type Validators } from './conditional/preconditions.ts';
import { errorText, HttpProblem } from './http-problem.ts';
import type { HttpContext, HttpMiddleware, RequestState } from './koa-context.ts';

/**
 * Refuses with 412 where `If-Match` or `If-Unmodified-Since` fails. Mounted inside
 * koa-conditional-get, so that these are held first, as RFC 9110 section 13.2.2 orders them.
 */
export const koaPreconditions = (): HttpMiddleware => (ctx, next) => {
  const { headers } = ctx.req;
  const conditional = headers['if-match'] ?? headers['if-unmodified-since'];
  return conditional === undefined ? next() : refuseFailed(ctx, next);
};

const refuseFailed = async (ctx: HttpContext, next: Next): Promise<void> => {
  await next();
  if (outcomeOf(ctx) === 'failed') throw new HttpProblem(412, errorText(412));
};

/**
 * Replaces Koa's `ctx.fresh`, which koa-conditional-get asks. Koa's own lets an old
 * `If-Modified-Since` and the request's `Cache-Control: no-cache` defeat a matching
 * `If-None-Match`, and reads dates that are none.
 */
export const installFresh = (app: Koa<RequestState>): void => {
  Object.defineProperty(app.request, 'fresh', {
    configurable: true,
    get(this: { ctx: HttpContext }): boolean {
      return outcomeOf(this.ctx) === 'not-modified';
    },
  });
};

/** Preconditions count only where the answer without them would be a success (section 13.2.1). */
const outcomeOf = (ctx: HttpContext) => {
  const { method } = ctx.req;
  const { statusCode } = ctx.res;
  if (method !== 'GET' && method !== 'HEAD') return 'proceed';
  if (statusCode < 200 || statusCode > 299) return 'proceed';
  return evaluatePreconditions(ctx.req, ctx.state.selection?.variant.validators ?? sentBy(ctx));
};

const sentBy = ({ response }: HttpContext): Validators => {
  const etag: unknown = response.get('ETag');
  const lastModified: unknown = response.get('Last-Modified');
  return {
    etag: typeof etag === 'string' ? etag : undefined,
    alternates: [],
    lastModified: typeof lastModified === 'string' ? parseHttpDate(lastModified) : undefined,
  };
};

import { MarketUnavailable, SalaryLawsUnavailable } from '../../application/views.ts';
import type { Logger } from '../../domain/ports/logger.ts';
import { JSON_TYPE } from './common-headers.ts';
import { errorBody, errorText, HttpProblem } from './http-problem.ts';
import type { HttpContext, HttpMiddleware } from './koa-context.ts';

/**
 * Gives every failure the error body of spec section 7. Only what was written for callers reaches
 * them; an exception that nobody foresaw is logged, once, under the request's id.
 */
export const koaProblems =
  (logger: Logger): HttpMiddleware =>
  async (ctx, next) => {
    try {
      await next();
      // Koa's own 404, for a path that no middleware answered.
      const { statusCode } = ctx.res;
      if (statusCode >= 400 && ctx.body == null) answer(ctx, statusCode, errorText(statusCode));
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) {
        const { requestId } = ctx.state;
        logger.error(
          { err: error, requestId, method: ctx.method, path: ctx.path },
          'request failed',
        );
      }
      clear(ctx);
      answer(ctx, problem?.status ?? 500, problem?.message ?? errorText(500), problem?.headers);
    }
  };

const problemOf = (error: unknown): HttpProblem | undefined => {
  if (error instanceof HttpProblem) return error;
  if (error instanceof MarketUnavailable) {
    const seconds = Math.max(1, Math.ceil(error.retryAfterMs / 1000));
    return new HttpProblem(500, 'Market rates are not available at the moment. Retry later.', {
      'Retry-After': String(Number.isFinite(seconds) ? seconds : 1),
    });
  }
  if (error instanceof SalaryLawsUnavailable) {
    return new HttpProblem(500, 'The salary laws are not available at the moment. Retry later.');
  }
  return undefined;
};

/** Nothing of the answer that was being made may describe the error in its place. */
const clear = (ctx: HttpContext): void => {
  delete ctx.state.selection;
  for (const name of ctx.res.getHeaderNames()) ctx.res.removeHeader(name);
};

const answer = (
  ctx: HttpContext,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  ctx.status = status;
  ctx.set({ ...headers, 'Content-Type': JSON_TYPE });
  ctx.body = errorBody(message);
};

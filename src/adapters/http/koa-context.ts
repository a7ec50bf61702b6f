import type { Middleware, ParameterizedContext } from 'koa';
import type { Variant } from './representations/representation.ts';

/** What the middlewares of one request tell each other. */
export interface RequestState {
  requestId: string;
  /** What a cached route chose to answer with; written past Koa's own body handling. */
  selection?: Selection;
}

export interface Selection {
  readonly variant: Variant;
  readonly cacheControl: string;
}

export type HttpContext = ParameterizedContext<RequestState>;
export type HttpMiddleware = Middleware<RequestState>;

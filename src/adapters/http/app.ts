import Koa from 'koa';
import koaConditionalGet from 'koa-conditional-get';
import type { Logger } from '../../domain/ports/logger.ts';
import { koaAllowedMethods } from './koa-allowed-methods.ts';
import type { RequestState } from './koa-context.ts';
import { koaEnvelope } from './koa-envelope.ts';
import { installFresh, koaPreconditions } from './koa-preconditions.ts';
import { koaProblems } from './koa-problems.ts';
import { koaRequestRules } from './koa-request-rules.ts';
import { createRouter, isKnownPath, type RouteDependencies } from './routes.ts';

export interface AppDependencies extends RouteDependencies {
  readonly logger: Logger;
  /** Whether answers are to end their connections. */
  readonly isDraining: () => boolean;
}

/** The Koa application, without a server. */
export const createApp = (deps: AppDependencies): Koa<RequestState> => {
  const app = createBareApp(deps.logger);
  const router = createRouter(deps);
  app.use(koaEnvelope(deps));
  app.use(koaProblems(deps.logger));
  app.use(koaRequestRules());
  app.use(koaConditionalGet());
  app.use(koaPreconditions());
  app.use(router.routes());
  app.use(koaAllowedMethods(isKnownPath));
  return app;
};

/** Koa with this service's `fresh` and logging, and no middleware yet. */
export const createBareApp = (logger: Logger): Koa<RequestState> => {
  const app = new Koa<RequestState>();
  installFresh(app);
  // What reaches this has passed koa-problems: a connection that failed under its answer, which is
  // no news, or a fault in writing one.
  app.on('error', (err: Error & { headerSent?: boolean }) => {
    if (err.headerSent) logger.debug({ err }, 'answer was not delivered');
    else logger.error({ err }, 'answer could not be written');
  });
  return app;
};

import Router from '@koa/router';
import koaEtag from 'koa-etag';
import type { GetMarket, GetSalaryLaws, ReportOperations } from '../../application/views.ts';
import { JSON_TYPE } from './common-headers.ts';
import { errorText, HttpProblem } from './http-problem.ts';
import type { HttpContext, HttpMiddleware, RequestState } from './koa-context.ts';
import { type Coding, selectCoding } from './representations/accept-encoding.ts';
import type { Names } from './representations/market-body.ts';
import {
  MarketRepresentations,
  marketCacheControl,
} from './representations/market-representations.ts';
import { Representation } from './representations/representation.ts';
import {
  SALARY_LAWS_CACHE_CONTROL,
  SalaryLawsRepresentations,
} from './representations/salary-laws-representations.ts';

export interface RouteDependencies {
  readonly market: GetMarket;
  readonly salaryLaws: GetSalaryLaws;
  readonly operations: ReportOperations;
  readonly names: Names;
  /** Reads the interface description, as an object or as JSON text. */
  readonly openapi: () => object | string;
}

/** The whole surface. Paths are exact: case counts, and so does a trailing slash. */
export const PATHS = [
  '/api/market',
  '/api/data/salary-laws',
  '/api/health',
  '/api/ready',
  '/api/version',
  '/api/openapi.json',
  '/api',
  '/',
] as const;

export const isKnownPath = (path: string): boolean => (PATHS as readonly string[]).includes(path);

export const createRouter = (deps: RouteDependencies): Router<RequestState> => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const handlers = handlersOf(deps);
  for (const path of PATHS) router.get(path, ...handlers[path]);
  return router;
};

const handlersOf = (deps: RouteDependencies): Record<(typeof PATHS)[number], HttpMiddleware[]> => ({
  '/api/market': [market(deps)],
  '/api/data/salary-laws': [salaryLaws(deps)],
  '/api/health': [health(deps)],
  '/api/ready': [ready(deps)],
  '/api/version': [version(deps)],
  '/api/openapi.json': [koaEtag(), openapi(deps)],
  '/api': [index],
  '/': [index],
});

const market = ({ market, names }: RouteDependencies): HttpMiddleware => {
  const representations = new MarketRepresentations(names);
  return async (ctx) => {
    const view = await market.execute();
    select(ctx, representations.of(view), marketCacheControl(view));
  };
};

const salaryLaws = ({ salaryLaws }: RouteDependencies): HttpMiddleware => {
  const representations = new SalaryLawsRepresentations();
  return (ctx) => {
    select(ctx, representations.of(salaryLaws.execute()), SALARY_LAWS_CACHE_CONTROL);
  };
};

const health =
  ({ operations }: RouteDependencies): HttpMiddleware =>
  async (ctx) => {
    const view = await operations.health();
    sendJson(ctx, view.status === 'ok' ? 200 : 503, view);
  };

const ready =
  ({ operations }: RouteDependencies): HttpMiddleware =>
  (ctx) => {
    const view = operations.ready();
    sendJson(ctx, view.ready ? 200 : 503, view);
  };

const version =
  ({ operations }: RouteDependencies): HttpMiddleware =>
  (ctx) =>
    sendJson(ctx, 200, operations.version());

/**
 * The document changes with the release alone, yet a new one should be seen within minutes. It is
 * read and compressed for the first who asks: most processes never are, and it costs them the start.
 */
const openapi = ({ openapi: read }: RouteDependencies): HttpMiddleware => {
  let representation: Representation | undefined;
  return (ctx) => {
    representation ??= Representation.ofText(textOf(read()));
    const coding = acceptedCoding(ctx);
    ctx.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'public, max-age=300' });
    ctx.vary('Accept-Encoding');
    if (coding !== 'identity') ctx.set('Content-Encoding', coding);
    ctx.body = representation.variant(coding).body;
  };
};

const textOf = (document: object | string): string =>
  typeof document === 'string' ? document : JSON.stringify(document);

const index: HttpMiddleware = (ctx) => sendJson(ctx, 200, INDEX);

const INDEX = {
  name: 'Public reference data service',
  documentation: '/api/openapi.json',
  endpoints: PATHS.filter((path) => path.startsWith('/api/')),
};

const select = (ctx: HttpContext, representation: Representation, cacheControl: string): void => {
  const variant = representation.variant(acceptedCoding(ctx));
  ctx.res.statusCode = 200;
  ctx.state.selection = { variant, cacheControl };
};

const acceptedCoding = (ctx: HttpContext): Coding => {
  const field = ctx.req.headers['accept-encoding'];
  const coding = selectCoding(Array.isArray(field) ? field.join(',') : field);
  if (coding === undefined) {
    throw new HttpProblem(406, errorText(406), { Vary: 'Accept-Encoding' });
  }
  return coding;
};

/** Serialised here and not by Koa, which does it past every middleware that could mend a failure. */
const sendJson = (ctx: HttpContext, status: number, value: unknown): void => {
  const text = JSON.stringify(value);
  ctx.status = status;
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = text;
};

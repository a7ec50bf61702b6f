import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type DependencyContainer,
  type InjectionToken,
  instanceCachingFactory,
  container as root,
} from 'tsyringe';
import { FileMarketCache } from './adapters/cache/file-market-cache.ts';
import { marketStateCodec } from './adapters/cache/market-state-codec.ts';
import { MemoryMarketCache } from './adapters/cache/memory-market-cache.ts';
import { parseRedisUrl } from './adapters/cache/redis-location.ts';
import { RedisMarketCache } from './adapters/cache/redis-market-cache.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { DirectorySource } from './adapters/dataset/directory-source.ts';
import { RemoteSource } from './adapters/dataset/remote-source.ts';
import { sha256 } from './adapters/digest/sha256.ts';
import { createHttpServer, type HttpServer } from './adapters/http/http-server.ts';
import { createPinoLogger } from './adapters/logging/pino-logger.ts';
import { cldrNames } from './adapters/names/cldr-names.ts';
import { CATALOGUE } from './adapters/providers/catalogue.ts';
import { type Coin, parseCoins } from './adapters/providers/coin.ts';
import { parseCurrencyCodes } from './adapters/providers/currency-codes.ts';
import { createUpstreamHttp, type UpstreamHttp } from './adapters/providers/upstream-http.ts';
import { type RecordedQuotes, readRecordedQuotes } from './adapters/sample/quotes-file.ts';
import { GetMarketFromSnapshot } from './application/get-market.ts';
import { KeepSalaryLaws } from './application/keep-salary-laws.ts';
import { type MarketPolicy, RefreshMarket } from './application/refresh-market.ts';
import { OperationsReport } from './application/report-operations.ts';
import { sampleSnapshot } from './application/sample-snapshot.ts';
import { PROJECT_DIRECTORY, pollPace, type Settings } from './config.ts';
import { limitsFrom } from './domain/market/limits.ts';
import { createPollSchedule } from './domain/market/poll-schedule.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { DatasetSource } from './domain/ports/dataset-source.ts';
import type { Logger } from './domain/ports/logger.ts';
import type { MarketCache } from './domain/ports/market-cache.ts';
import type { RateProvider } from './domain/ports/rate-provider.ts';

/** A token that remembers the type behind it. */
const token = <Type>(name: string): InjectionToken<Type> & symbol => Symbol(name);

/** What the container can be asked for, and a test can register something else under. */
export const TOKENS = {
  settings: token<Settings>('Settings'),
  version: token<string>('version'),
  clock: token<Clock>('Clock'),
  logger: token<Logger>('Logger'),
  coins: token<readonly Coin[]>('Coin[]'),
  recordedQuotes: token<RecordedQuotes>('RecordedQuotes'),
  upstreamHttp: token<UpstreamHttp>('UpstreamHttp'),
  rateProviders: token<readonly RateProvider[]>('RateProvider[]'),
  marketCache: token<MarketCache>('MarketCache'),
  marketPolicy: token<MarketPolicy>('MarketPolicy'),
  refreshMarket: token<RefreshMarket>('RefreshMarket'),
  getMarket: token<GetMarketFromSnapshot>('GetMarket'),
  datasetSources: token<readonly DatasetSource[]>('DatasetSource[]'),
  keepSalaryLaws: token<KeepSalaryLaws>('KeepSalaryLaws'),
  operationsReport: token<OperationsReport>('OperationsReport'),
  httpServer: token<HttpServer>('HttpServer'),
} as const;

/** A waiting request gets what has come in by then, a little before its patience ends. */
const ASSEMBLE_WITHIN_WAIT = 0.9;

/** Resolves what {@link TOKENS} name. */
export type Container = DependencyContainer;

/** A container of its own for each service: nothing is shared between two of them in a process. */
export function createContainer(settings: Settings): Container {
  const container = root.createChildContainer();
  const once = <Type>(
    name: InjectionToken<Type>,
    create: (get: <Part>(part: InjectionToken<Part>) => Part) => Type,
  ) =>
    container.register<Type>(name, {
      useFactory: instanceCachingFactory((resolver) => create((part) => resolver.resolve(part))),
    });

  container.register(TOKENS.settings, { useValue: settings });
  container.register(TOKENS.version, { useValue: packageVersion() });
  container.register(TOKENS.clock, { useValue: systemClock });
  once(TOKENS.logger, (get) =>
    createPinoLogger({ level: settings.logLevel, version: get(TOKENS.version) }),
  );

  once(TOKENS.coins, () => parseCoins(readJson('config/coins.json')));
  once(TOKENS.recordedQuotes, () =>
    readRecordedQuotes(join(PROJECT_DIRECTORY, 'data/market/sample.json')),
  );
  once(TOKENS.upstreamHttp, (get) =>
    createUpstreamHttp({
      version: get(TOKENS.version),
      clock: get(TOKENS.clock),
      timeoutMs: settings.upstream.timeoutMs,
    }),
  );
  once(TOKENS.rateProviders, (get) => rateProviders(settings, get));
  once(TOKENS.marketCache, (get) => marketCache(settings, get));
  once(TOKENS.marketPolicy, (get) => marketPolicy(settings, get(TOKENS.recordedQuotes)));
  once(
    TOKENS.refreshMarket,
    (get) =>
      new RefreshMarket({
        providers: get(TOKENS.rateProviders),
        cache: get(TOKENS.marketCache),
        clock: get(TOKENS.clock),
        logger: get(TOKENS.logger),
        policy: get(TOKENS.marketPolicy),
        // No more than tells two apart: an origin may hold what is nobody's business.
        hostOf: (name) => sha256(originOf(settings, name)).slice(0, HOST_DIGITS),
        pollTimeoutMs: settings.upstream.timeoutMs,
        assembleAfterMs: settings.market.waitMs * ASSEMBLE_WITHIN_WAIT,
      }),
  );
  once(TOKENS.getMarket, (get) => {
    const sample = settings.production
      ? undefined
      : sampleFor(settings, get(TOKENS.recordedQuotes));
    return new GetMarketFromSnapshot({
      refresher: get(TOKENS.refreshMarket),
      clock: get(TOKENS.clock),
      logger: get(TOKENS.logger),
      waitMs: settings.market.waitMs,
      maxStaleMs: settings.market.maxStaleMs,
      ...(sample && { sample }),
    });
  });

  once(TOKENS.datasetSources, (get) => datasetSources(settings, get));
  once(
    TOKENS.keepSalaryLaws,
    (get) =>
      new KeepSalaryLaws({
        sources: get(TOKENS.datasetSources),
        clock: get(TOKENS.clock),
        logger: get(TOKENS.logger),
      }),
  );
  once(TOKENS.operationsReport, (get) => {
    const salaryLaws = get(TOKENS.keepSalaryLaws);
    return new OperationsReport({
      market: get(TOKENS.getMarket),
      refresher: get(TOKENS.refreshMarket),
      sources: get(TOKENS.rateProviders).map(({ profile }) => profile.name),
      salaryLaws,
      cache: get(TOKENS.marketCache),
      build: { version: get(TOKENS.version), ...settings.build },
    });
  });
  once(TOKENS.httpServer, (get) =>
    createHttpServer({
      market: get(TOKENS.getMarket),
      salaryLaws: get(TOKENS.keepSalaryLaws),
      operations: get(TOKENS.operationsReport),
      logger: get(TOKENS.logger),
      names: cldrNames(settings.market.locale, get(TOKENS.coins)),
      openapi: interfaceDescription,
    }),
  );
  return container;
}

const HOST_DIGITS = 12;

const originOf = ({ upstream }: Settings, name: string): string =>
  upstream.origins[name] ?? CATALOGUE.find(({ profile }) => profile.name === name)?.origin ?? '';

type Get = <Part>(part: InjectionToken<Part>) => Part;

function rateProviders(settings: Settings, get: Get): readonly RateProvider[] {
  const { origins, fallbackOrigins } = settings.upstream;
  const currencies = parseCurrencyCodes(readJson('config/currencies.json'));
  return CATALOGUE.filter(({ profile }) => settings.market.providers.includes(profile.name)).map(
    ({ profile, origin, fallbackOrigin, create }) => {
      const own = origins[profile.name];
      return create({
        http: get(TOKENS.upstreamHttp),
        origin: own ?? origin,
        // An origin of the operator's own must not be left for the public fallback.
        fallbackOrigin: fallbackOrigins[profile.name] ?? own ?? fallbackOrigin,
        clock: get(TOKENS.clock),
        currencies,
        coins: get(TOKENS.coins),
      });
    },
  );
}

function marketCache({ cacheUrl }: Settings, get: Get): MarketCache {
  const now = () => get(TOKENS.clock).now();
  const logger = get(TOKENS.logger);
  const codec = marketStateCodec;
  if (cacheUrl === 'memory:') return new MemoryMarketCache(now);
  if (cacheUrl.startsWith('file:')) {
    return new FileMarketCache({ directory: cacheUrl.slice('file:'.length), codec, now, logger });
  }
  return new RedisMarketCache({ location: parseRedisUrl(cacheUrl), codec, logger, now });
}

function datasetSources({ salaryLaws }: Settings, get: Get): readonly DatasetSource[] {
  const { directory, pollMs, url, urlPollMs, stateDirectory } = salaryLaws;
  const folder = new DirectorySource({
    directory,
    pollMs,
    digest: sha256,
    clock: get(TOKENS.clock),
  });
  if (!url) return [folder];
  const remote = new RemoteSource({
    url,
    stateDirectory,
    pollMs: urlPollMs,
    userAgent: `reference-data-service/${get(TOKENS.version)}`,
    digest: sha256,
    clock: get(TOKENS.clock),
  });
  return [folder, remote];
}

function marketPolicy(settings: Settings, recorded: RecordedQuotes): MarketPolicy {
  const { irr, maxStaleMs, readmitAfterPolls, thresholds } = settings.market;
  const levels = Object.fromEntries(
    recorded.quotes
      .filter(({ observedAt }) => observedAt === recorded.observedAt)
      .map(({ instrument, value }) => [instrument, value]),
  );
  return {
    irr,
    maxStaleMs,
    readmitAfterPolls,
    limitsOf: limitsFrom(thresholds, levels),
    schedule: createPollSchedule({ ...pollPace(settings), random: Math.random }),
  };
}

const sampleFor = (settings: Settings, { quotes, observedAt }: RecordedQuotes) =>
  sampleSnapshot(quotes, observedAt, settings.market.irr);

const require = createRequire(import.meta.url);

/** The parser is loaded with the first request for the document, and weighs on no start. */
const interfaceDescription = (): object => {
  const yaml = require('yaml') as typeof import('yaml');
  return yaml.parse(readText('docs/openapi.yaml')) as object;
};

const readText = (path: string): string => readFileSync(join(PROJECT_DIRECTORY, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(readText(path));

const packageVersion = (): string => (readJson('package.json') as { version: string }).version;

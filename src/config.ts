import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { InvalidRedisUrl, parseRedisUrl } from './adapters/cache/redis-location.ts';
import type { LogLevel } from './adapters/logging/pino-logger.ts';
import type { RialKind } from './domain/market/instrument.ts';
import type { Thresholds } from './domain/market/limits.ts';
import type { PollPace } from './domain/market/poll-schedule.ts';
import { readOrigins } from './upstream-origins.ts';

/** Where the package stands: relative paths in the settings files start here. */
export const PROJECT_DIRECTORY = resolve(import.meta.dirname, '..');

/** Everything an operator can set. Durations in ms; names as in the environment, see README. */
export interface Settings {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly market: {
    readonly providers: readonly string[];
    readonly irr: RialKind;
    readonly ttlMs: number;
    readonly waitMs: number;
    /** Infinity where there is no cap. */
    readonly maxStaleMs: number;
    readonly locale: string;
    readonly readmitAfterPolls: number;
    readonly thresholds: Thresholds;
  };
  readonly upstream: {
    readonly timeoutMs: number;
    /** Origins that replace a provider's own, by provider name. */
    readonly origins: Readonly<Record<string, string>>;
    /** Origins that replace a provider's fallback or mirror, by provider name. */
    readonly fallbackOrigins: Readonly<Record<string, string>>;
  };
  readonly cacheUrl: string;
  readonly salaryLaws: {
    readonly directory: string;
    readonly pollMs: number;
    /** Another instance's public endpoint to follow beside the directory; the later version wins. */
    readonly url?: string;
    /** Between two looks at it. */
    readonly urlPollMs: number;
    /** Where the last good document from it outlives the process. */
    readonly stateDirectory: string;
  };
  readonly shutdown: { readonly drainMs: number; readonly timeoutMs: number };
  readonly build: { readonly commit: string | null; readonly builtAt: string | null };
}

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of `default.json` and `production.json`; the project's own unless given. */
  readonly directory?: string;
  /** The providers there are. */
  readonly providers: readonly string[];
}

/** One or more settings are wrong; `faults` names each, with what would be right. */
export class SettingsError extends Error {
  readonly code = 'bad-settings';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const count =
      faults.length === 1 ? 'a setting is wrong' : `${faults.length} settings are wrong`;
    super([`cannot start: ${count}`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

/** @throws {SettingsError} naming every fault. */
export function loadSettings({
  env,
  providers,
  directory = join(PROJECT_DIRECTORY, 'config'),
}: SettingsSources): Settings {
  const production = env.NODE_ENV === 'production';
  const defaults = readSettingsFile(join(directory, 'default.json'));
  const overrides = production ? readSettingsFile(join(directory, 'production.json')) : {};
  // An empty variable is how compose files and shells spell "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

  const { faults: originFaults, origins, fallbackOrigins } = readOrigins(given, providers);
  const result = schemaFor(providers).safeParse({ ...defaults, ...overrides, ...given });
  const faults = [...(result.success ? [] : result.error.issues.map(describe)), ...originFaults];
  if (!result.success || faults.length > 0) throw new SettingsError(faults);

  const values = result.data;
  const directoryOf = (name: 'SALARY_LAWS_DIR' | 'SALARY_LAWS_STATE_DIR') =>
    directoryIn(env, name, values[name]);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    market: {
      providers: values.MARKET_PROVIDERS,
      irr: values.MARKET_IRR,
      ttlMs: values.MARKET_TTL_SECONDS * 1000,
      waitMs: values.MARKET_WAIT_MS,
      maxStaleMs: (values.MARKET_MAX_STALE_SECONDS ?? Number.POSITIVE_INFINITY) * 1000,
      locale: values.MARKET_LOCALE,
      readmitAfterPolls: values.MARKET_READMIT_POLLS,
      thresholds: values.thresholds,
    },
    upstream: { timeoutMs: values.UPSTREAM_TIMEOUT_MS, origins, fallbackOrigins },
    cacheUrl: given.CACHE_URL ? values.CACHE_URL : fromProject(values.CACHE_URL),
    salaryLaws: {
      directory: directoryOf('SALARY_LAWS_DIR'),
      pollMs: values.SALARY_LAWS_POLL_MS,
      urlPollMs: values.SALARY_LAWS_URL_POLL_SECONDS * 1000,
      stateDirectory: directoryOf('SALARY_LAWS_STATE_DIR'),
      ...(values.SALARY_LAWS_URL && { url: values.SALARY_LAWS_URL }),
    },
    shutdown: { drainMs: values.SHUTDOWN_DRAIN_MS, timeoutMs: values.SHUTDOWN_TIMEOUT_MS },
    build: { commit: values.BUILD_COMMIT ?? null, builtAt: values.BUILD_TIME ?? null },
  };
}

/**
 * A directory as the environment names it, or else of the project itself; an empty variable is how
 * compose files and shells spell "not set". What the environment names is meant from where the
 * command was typed: npm runs its scripts in the project's folder, and tells that in `INIT_CWD`.
 */
export function directoryIn(
  env: SettingsSources['env'],
  name: string,
  ofProject: string,
  workingDirectory: string = process.cwd(),
): string {
  const given = env[name];
  if (!given) return resolve(PROJECT_DIRECTORY, ofProject);
  const typedIn = workingDirectory === PROJECT_DIRECTORY ? env.INIT_CWD : undefined;
  return resolve(typedIn ?? workingDirectory, given);
}

/** The pace that the settings ask for; only a provider's public host holds anyone to its own. */
export const pollPace = ({ market, upstream }: Settings): PollPace => ({
  ttlMs: market.ttlMs,
  keepsOwnPace: ({ name }) => upstream.origins[name] === undefined,
});

const fromProject = (cacheUrl: string): string =>
  cacheUrl.startsWith('file:')
    ? `file:${resolve(PROJECT_DIRECTORY, cacheUrl.slice('file:'.length))}`
    : cacheUrl;

function readSettingsFile(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new SettingsError([`${path}: ${cause instanceof Error ? cause.message : 'unreadable'}`]);
  }
}

/** A whole number, as JSON gives it or as the environment spells it. */
const integer = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });

const nonBlank = z.string().regex(/\S/, { error: 'must not be blank' });

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

const classLimits = z.strictObject({
  tolerance: z.number().positive().max(1),
  jump: z.number().positive(),
  band: z.strictObject({ min: z.number().positive(), max: z.number().positive() }).exactOptional(),
});

const thresholds = z.strictObject({
  fiatMajor: classLimits.extend({ codes: z.array(z.string()) }),
  fiatPegged: classLimits.extend({ codes: z.array(z.string()) }),
  fiat: classLimits,
  irrOfficial: classLimits,
  irrMarket: classLimits,
  gold: classLimits,
  coinMajor: classLimits.extend({ symbols: z.array(z.string()) }),
  coin: classLimits,
});

const RIAL_MARKET_PROVIDERS = ['nobitex', 'rial-archive'];

/** What the rule on open-market rial looks at, as it stands after the parse. */
const marketSources = z.object({ MARKET_IRR: z.string(), MARKET_PROVIDERS: z.array(z.string()) });

function schemaFor(providers: readonly string[]) {
  return z
    .object({
      HOST: nonBlank,
      PORT: integer(0, 65_535),
      LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      MARKET_PROVIDERS: providerList(providers),
      MARKET_IRR: z.enum(['official', 'market']),
      MARKET_TTL_SECONDS: integer(1, DAY_SECONDS),
      MARKET_WAIT_MS: integer(1, 60_000),
      MARKET_MAX_STALE_SECONDS: integer(0, 365 * DAY_SECONDS).optional(),
      MARKET_LOCALE: z
        .string()
        .refine(isLocale, { error: 'must be a BCP 47 tag such as en or fa' }),
      MARKET_READMIT_POLLS: integer(1, 100),
      UPSTREAM_TIMEOUT_MS: integer(1, 60_000),
      CACHE_URL: z.string().superRefine(checkCacheUrl),
      SALARY_LAWS_DIR: nonBlank,
      SALARY_LAWS_POLL_MS: integer(50, 60_000),
      SALARY_LAWS_STATE_DIR: nonBlank,
      SALARY_LAWS_URL_POLL_SECONDS: integer(1, DAY_SECONDS),
      SALARY_LAWS_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
      SHUTDOWN_DRAIN_MS: integer(0, HOUR_MS),
      SHUTDOWN_TIMEOUT_MS: integer(0, HOUR_MS),
      BUILD_COMMIT: z.string().optional(),
      BUILD_TIME: z.string().optional(),
      thresholds,
    })
    .refine(
      ({ MARKET_IRR, MARKET_PROVIDERS }) =>
        MARKET_IRR !== 'market' ||
        MARKET_PROVIDERS.some((name) => RIAL_MARKET_PROVIDERS.includes(name)),
      {
        // However many other settings are wrong, as long as these two can be read.
        when: ({ value }) => marketSources.safeParse(value).success,
        path: ['MARKET_IRR'],
        error: `"market" needs one of ${RIAL_MARKET_PROVIDERS.join(', ')} among MARKET_PROVIDERS`,
      },
    );
}

const providerList = (providers: readonly string[]) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
    .superRefine((names, context) => {
      const unknown = names.filter((name) => !providers.includes(name));
      if (unknown.length > 0) {
        context.addIssue({
          code: 'custom',
          message: `no such provider: ${unknown.map((name) => `"${name}"`).join(', ')}; there are ${providers.join(', ')}`,
        });
      }
    });

function checkCacheUrl(url: string, context: z.core.$RefinementCtx<string>): void {
  if (url === 'memory:' || /^file:./.test(url)) return;
  try {
    parseRedisUrl(url);
  } catch (error) {
    const detail = error instanceof InvalidRedisUrl ? ` (${error.message})` : '';
    const message = `must be memory:, file:<directory>, redis://… or rediss://…${detail}`;
    context.addIssue({ code: 'custom', message });
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Names the setting and what is wrong with it, never its value: some hold credentials. */
function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.') || 'settings';
  if (issue.code === 'invalid_value') return `${path}: must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union') return `${path}: must be a whole number`;
  return `${path}: ${issue.message}`;
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import { directoryIn, loadSettings, PROJECT_DIRECTORY, SettingsError } from '../../src/config.ts';

const providers = CATALOGUE.map(({ profile }) => profile.name);
const load = (env: Record<string, string> = {}) => loadSettings({ env, providers });

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    load(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
};

describe('settings', () => {
  it('start from the defaults', () => {
    expect(load()).toMatchObject({
      production: false,
      port: 3000,
      market: {
        irr: 'official',
        ttlMs: 300_000,
        waitMs: 3_000,
        maxStaleMs: Number.POSITIVE_INFINITY,
      },
      salaryLaws: { directory: join(PROJECT_DIRECTORY, 'data/salary-laws') },
    });
  });

  it('switch on by default exactly the providers whose terms and reach allow it', () => {
    const onByDefault = CATALOGUE.filter((provider) => provider.onByDefault);
    expect(load().market.providers.toSorted()).toEqual(
      onByDefault.map(({ profile }) => profile.name).toSorted(),
    );
  });

  it('are overridden for production, and by the environment before all', () => {
    const production = load({ NODE_ENV: 'production', SHUTDOWN_DRAIN_MS: '7' });
    expect(production.market.maxStaleMs).toBe(72 * 3_600_000);
    expect(production.shutdown.drainMs).toBe(7);
  });

  it('take an empty variable for one that is not set', () => {
    expect(load({ PORT: '', MARKET_IRR: '' })).toMatchObject({
      port: 3000,
      market: { irr: 'official' },
    });
  });

  it('take a path in the environment from where the command was typed', () => {
    expect(load({ SALARY_LAWS_DIR: 'laws' }).salaryLaws.directory).toBe(resolve('laws'));
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['of npm, from where npm was called', { INIT_CWD: '/typed' }, PROJECT_DIRECTORY, '/typed/laws'],
    ['outside of npm', {}, '/elsewhere', '/elsewhere/laws'],
    ['that npm called in another folder', { INIT_CWD: '/typed' }, '/elsewhere', '/elsewhere/laws'],
    ['in the project itself', {}, PROJECT_DIRECTORY, join(PROJECT_DIRECTORY, 'laws')],
  ])('take a path in the environment of a command %s', (_name, env, cwd, directory) => {
    const given = { ...env, SALARY_LAWS_DIR: 'laws' };
    expect(directoryIn(given, 'SALARY_LAWS_DIR', 'data/salary-laws', cwd)).toBe(directory);
    const empty = { ...env, SALARY_LAWS_DIR: '' };
    expect(directoryIn(empty, 'SALARY_LAWS_DIR', 'data/salary-laws', cwd)).toBe(
      join(PROJECT_DIRECTORY, 'data/salary-laws'),
    );
  });

  it('give a provider another origin', () => {
    const { upstream } = load({
      UPSTREAM_CURRENCY_API_URL: 'http://127.0.0.1:9/mirror/',
      UPSTREAM_CURRENCY_API_FALLBACK_URL: 'https://{version}.mirror.example',
    });
    expect(upstream.origins).toEqual({ 'currency-api': 'http://127.0.0.1:9/mirror' });
    expect(upstream.fallbackOrigins).toEqual({
      'currency-api': 'https://{version}.mirror.example',
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a port that is no number', { PORT: '3000a' }, 'PORT: must be a whole number'],
    ['a port out of range', { PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
    ['a host that is blank', { HOST: ' ' }, 'HOST: must not be blank'],
    ['a folder that is blank', { SALARY_LAWS_DIR: '\t' }, 'SALARY_LAWS_DIR: must not be blank'],
    ['a negative wait', { MARKET_WAIT_MS: '-1' }, 'MARKET_WAIT_MS: must be a whole number'],
    [
      'a TTL of nothing',
      { MARKET_TTL_SECONDS: '0' },
      'MARKET_TTL_SECONDS: must be a whole number from 1 to 86400',
    ],
    [
      'a kind of rial that there is not',
      { MARKET_IRR: 'street' },
      'MARKET_IRR: must be one of official, market',
    ],
    [
      'the market rial without a source',
      { MARKET_IRR: 'market' },
      'MARKET_IRR: "market" needs one of nobitex, rial-archive among MARKET_PROVIDERS',
    ],
    [
      'a provider that there is not',
      { MARKET_PROVIDERS: 'ecb,bonbast' },
      `MARKET_PROVIDERS: no such provider: "bonbast"; there are ${providers.join(', ')}`,
    ],
    [
      'an origin of such',
      { UPSTREAM_BONBAST_URL: 'http://x' },
      `UPSTREAM_BONBAST_URL: no such provider; there are ${providers.join(', ')}`,
    ],
    [
      'an origin that is no URL',
      { UPSTREAM_ECB_URL: 'localhost' },
      'UPSTREAM_ECB_URL: must be an http(s) URL',
    ],
    [
      'a log level that there is not',
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
    ],
    [
      'a locale that is no tag',
      { MARKET_LOCALE: 'persian!' },
      'MARKET_LOCALE: must be a BCP 47 tag such as en or fa',
    ],
  ])('name %s', (_name, env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  it('name every fault at once, and none of the values', () => {
    const env = {
      PORT: 'x',
      MARKET_IRR: 'y',
      CACHE_URL: 'redis://user:secret@',
      UPSTREAM_NOPE_URL: 'z',
    };
    const faults = faultsOf(env);
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'PORT',
      'MARKET_IRR',
      'CACHE_URL',
      'UPSTREAM_NOPE_URL',
    ]);
    expect(faults.join()).not.toContain('secret');
  });

  it('name a settings file that cannot be read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'settings-'));
    writeFileSync(join(directory, 'default.json'), '{');
    expect(() => loadSettings({ env: {}, providers, directory })).toThrow(/default\.json: /);
  });
});

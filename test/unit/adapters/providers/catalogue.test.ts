import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import { originSetting } from '../../../../src/upstream-origins.ts';

const DAY_MS = 86_400_000;

test('lists every source once, in order of rank', () => {
  expect(CATALOGUE.map(({ profile }) => profile.name)).toEqual([
    'frankfurter',
    'currency-api',
    'ecb',
    'er-api',
    'coingecko',
    'coinpaprika',
    'bitstamp',
    'coinbase',
    'kraken',
    'gold-api',
    'swissquote',
    'nbp',
    'nobitex',
    'rial-archive',
  ]);
});

test('leaves off what may not be redistributed, is undocumented or quotes another rial', () => {
  expect(
    CATALOGUE.filter(({ onByDefault }) => !onByDefault).map(({ profile }) => profile.name),
  ).toEqual(['er-api', 'swissquote', 'nobitex', 'rial-archive']);
});

describe.each(CATALOGUE.map((definition) => [definition.profile.name, definition] as const))(
  '%s',
  (name, { profile, origin, fallbackOrigin }) => {
    test('stays inside its allowance at its own pace', () => {
      const { callsPerPoll, callsPerDayAllowed } = profile.budget;
      expect((DAY_MS / profile.pollEveryMs) * callsPerPoll).toBeLessThanOrEqual(callsPerDayAllowed);
    });

    test('is not asked more than once a minute, and is usable from one poll to the next', () => {
      expect(profile.pollEveryMs).toBeGreaterThanOrEqual(60_000);
      expect(profile.usableForMs).toBeGreaterThan(profile.pollEveryMs);
    });

    test('is reached over TLS', () => {
      expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+$/);
      expect(fallbackOrigin ?? origin).toMatch(/^https:\/\//);
    });

    test('has its row in the table of sources', () => {
      const table = readFileSync(new URL('../../../../docs/sources.md', import.meta.url), 'utf8');
      expect(table).toContain(`\`${name}\``);
      expect(table).toContain(originSetting(name));
    });
  },
);

test('names the setting that replaces an origin', () => {
  expect(originSetting('currency-api')).toBe('UPSTREAM_CURRENCY_API_URL');
});

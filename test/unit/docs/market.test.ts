import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/adapters/providers/catalogue.ts';
import { loadSettings } from '../../../src/config.ts';
import type { ClassLimits } from '../../../src/domain/market/limits.ts';
import { createPollSchedule } from '../../../src/domain/market/poll-schedule.ts';

const page = readFileSync(new URL('../../../docs/market.md', import.meta.url), 'utf8');
const { market } = loadSettings({
  env: {},
  providers: CATALOGUE.map(({ profile }) => profile.name),
});

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const amount = (cell: string | undefined): number | undefined =>
  cell ? Number(cell.replaceAll(',', '')) : undefined;
const fraction = (cell: string | undefined): number => Number(cell?.replace(' %', '')) / 100;

/** The documented thresholds, by class. */
const documented = Object.fromEntries(
  page
    .slice(page.indexOf('### Thresholds'))
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes(' % |'))
    .map((line) => {
      const [name = '', , tolerance, jump, min, max] = cellsOf(line);
      const limits = { tolerance: fraction(tolerance), jump: fraction(jump) };
      const band = { min: amount(min), max: amount(max) };
      return [name.replaceAll('`', ''), min ? { ...limits, band } : limits];
    }),
);

const limitsOf = ({ tolerance, jump, band }: ClassLimits) => ({
  tolerance,
  jump,
  ...(band && { band }),
});

describe('docs/market.md', () => {
  it('tells the thresholds that are in force by default', () => {
    const inForce = Object.fromEntries(
      Object.entries(market.thresholds).map(([name, limits]) => [name, limitsOf(limits)]),
    );
    expect(documented).toEqual(inForce);
  });

  it('tells how long a repeated value waits for readmission', () => {
    const schedule = createPollSchedule({
      ttlMs: market.ttlMs,
      keepsOwnPace: () => true,
      random: () => 0,
    });
    const polls = market.readmitAfterPolls;
    const wait = (name: string): number => {
      const profile = CATALOGUE.find((provider) => provider.profile.name === name)?.profile;
      // The first time it is said counts as the first poll.
      return profile ? ((polls - 1) * schedule.intervalMs(profile)) / 60_000 : Number.NaN;
    };
    expect(page).toContain(`(${polls} unless set)`);
    const text = page.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`${wait('gold-api')} minutes after a live source`);
    expect(text).toContain(`(${wait('coinpaprika')} for \`coinpaprika\`)`);
    expect(text).toContain(`${wait('frankfurter') / 60} hours after a daily one`);
    expect(text).toContain(`${wait('rial-archive') / 60} hours after \`rial-archive\``);
  });

  it('tells of every word that change24h can rest on and every freshness', () => {
    for (const word of ['24h', 'previous-close', 'unknown', 'live', 'cached', 'stale']) {
      expect(page).toMatch(new RegExp(`^\\| \`${word}\` \\|`, 'm'));
    }
  });
});

import { execFile } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_DIRECTORY } from '../../../src/config.ts';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command as its users run it, in a process of its own. */
const sources = (args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/cli/sources.ts', ...args],
      { cwd: PROJECT_DIRECTORY, env: { PATH: process.env.PATH ?? '', ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

interface Report {
  readonly sources: readonly { source: string; enabled: boolean; reachable: boolean }[];
  readonly coverage: readonly { part: string; sources: readonly string[] }[];
  readonly complete: boolean;
}

describe('npm run sources', () => {
  it('asks every provider there is and finds each group covered', async () => {
    const { code, out, err } = await sources(['--simulate', '--json']);
    const report = JSON.parse(out) as Report;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(report.sources).toHaveLength(14);
    expect(report.sources.filter(({ reachable }) => !reachable)).toEqual([]);
    expect(report.sources.find(({ source }) => source === 'er-api')?.enabled).toBe(false);
    expect(report.complete).toBe(true);
  });

  it('prints a line per source and what each group rests on', async () => {
    const { code, out } = await sources(['--simulate', '--enabled'], {
      MARKET_PROVIDERS: 'frankfurter,gold-api,kraken',
    });
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^source +on +reachable +latency \(ms\) +as of \(UTC\) +instruments/);
    expect(lines.slice(1, 4).map((line) => line.split(/\s/)[0])).toEqual([
      'frankfurter',
      'kraken',
      'gold-api',
    ]);
    expect(lines).toContain('gold: frankfurter, gold-api');
    expect(lines).toContain('crypto: kraken');
  });

  it('ends with 1 and names the group that has no source', async () => {
    const { code, out } = await sources(['--simulate', '--enabled'], {
      MARKET_PROVIDERS: 'frankfurter,nbp',
    });
    expect(code).toBe(1);
    expect(out).toContain('Without a source: crypto.');
  });

  it('prints the plan of a day and the settings that ask too much, and asks nobody', async () => {
    const { code, out } = await sources(['--plan', '--enabled'], {
      MARKET_TTL_SECONDS: '60',
      MARKET_PROVIDERS: 'frankfurter,coinpaprika',
      UPSTREAM_FRANKFURTER_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^coinpaprika +300 +375 +1 +269 .* 645 /m);
    expect(out).toMatch(/^frankfurter +48 .* own origin/m);
    expect(out).toContain('coinpaprika: asked for every 48 s, 1,944 calls a day of 645 allowed');
  });

  it.each([
    ['an unknown flag', ['--everything'], {}, 'Usage: npm run sources'],
    ['a plan of the simulator', ['--plan', '--simulate'], {}, '--plan asks nobody'],
    ['a bad setting', ['--plan'], { MARKET_TTL_SECONDS: 'soon' }, 'MARKET_TTL_SECONDS'],
  ])('ends with 2 and one message for %s', async (_name, args, env, message) => {
    const { code, out, err } = await sources(args, env);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

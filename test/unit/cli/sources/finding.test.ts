import { describe, expect, it } from '@jest/globals';
import { coverage, uncovered } from '../../../../src/cli/sources/coverage.ts';
import { type Finding, findings } from '../../../../src/cli/sources/finding.ts';
import type { Answer } from '../../../../src/cli/sources/survey.ts';
import type { SourceState } from '../../../../src/domain/market/state.ts';
import {
  aQuote,
  aSource,
  DAY,
  MINUTE,
  NOW,
  schedule,
  someLimits,
} from '../../../support/market/sources.ts';

const policy = { limitsOf: () => someLimits, schedule };

const anAnswer = (
  profile: Parameters<typeof aSource>[0],
  quotes: Parameters<typeof aSource>[1],
  state: Partial<SourceState> = {},
): Answer => {
  const known = aSource(profile, quotes);
  return { ...known, state: { ...known.state, ...state }, latencyMs: 12 };
};

const judge = (answers: readonly Answer[], enabled = answers.map(({ profile }) => profile.name)) =>
  findings(answers, enabled, policy, NOW);

const only = (found: readonly Finding[], source: string): Finding => {
  const finding = found.find((one) => one.source === source);
  if (!finding) throw new Error(`no finding of ${source}`);
  return finding;
};

const btc = (value: number) => aQuote('crypto:BTC', value);
const eth = (value: number) => aQuote('crypto:ETH', value);

describe('the finding on a source', () => {
  it('tells its worst and its median deviation from the consensus', () => {
    const found = judge([
      anAnswer({ name: 'a' }, [btc(100), eth(10)]),
      anAnswer({ name: 'b' }, [btc(100.2), eth(10)]),
      anAnswer({ name: 'c' }, [btc(100.1), eth(10)]),
    ]);
    const { deviation, verdict } = only(found, 'b');
    expect(verdict).toBe('good');
    // Consensus of BTC is 100.1, of ETH 10: 0.1 / 100.1 and nothing, and half of it between them.
    expect(deviation?.worst.instrument).toBe('crypto:BTC');
    expect(deviation?.worst.fraction).toBeCloseTo(0.1 / 100.1, 12);
    expect(deviation?.median).toBeCloseTo(0.05 / 100.1, 12);
    expect(deviation?.compared).toBe(2);
  });

  it('is that a source outside the tolerance stands apart', () => {
    const found = judge([
      anAnswer({ name: 'a' }, [btc(100)]),
      anAnswer({ name: 'b' }, [btc(103)]),
      anAnswer({ name: 'c' }, [btc(100)]),
    ]);
    expect(only(found, 'b')).toMatchObject({
      verdict: 'apart',
      reason: 'BTC: outside the tolerance',
    });
    expect(only(found, 'a').verdict).toBe('good');
  });

  it('does not hold yesterday’s fixing against live prices, but shows how far it is', () => {
    const fixing = aQuote('crypto:BTC', 90, { observedAt: NOW - DAY });
    const found = judge([
      anAnswer({ name: 'live' }, [btc(100)]),
      anAnswer({ name: 'fixing', cadence: 'daily', usableForMs: 2 * DAY }, [fixing]),
    ]);
    expect(only(found, 'fixing')).toMatchObject({
      verdict: 'good',
      deviation: { worst: { fraction: 0.1 } },
    });
  });

  it('compares nothing where it is the only voice', () => {
    const found = judge([anAnswer({ name: 'a' }, [btc(100)])]);
    expect(only(found, 'a')).toMatchObject({ deviation: null, verdict: 'good' });
  });

  it('shows how far a value in quarantine is off', () => {
    const suspect = { 'crypto:BTC': { quote: btc(1000), polls: 1 } };
    const found = judge([
      anAnswer({ name: 'a' }, [eth(10)], { quarantine: suspect }),
      anAnswer({ name: 'b' }, [btc(100)]),
    ]);
    expect(only(found, 'a')).toMatchObject({
      verdict: 'apart',
      reason: 'BTC: outside the tolerance; BTC: moved too far, held back until confirmed',
      deviation: { worst: { instrument: 'crypto:BTC', fraction: 9 } },
    });
  });

  it.each([
    ['unreachable', false],
    ['timeout', false],
    ['rate-limited', true],
    ['malformed', true],
  ] as const)('tells a source that failed with %s as down, reachable: %s', (code, reachable) => {
    const outage = { code, since: NOW, failures: 1 };
    const found = judge([anAnswer({ name: 'a' }, [], { outage, succeededAt: null })]);
    expect(only(found, 'a')).toMatchObject({
      verdict: 'down',
      reason: code,
      reachable,
      asOf: null,
      instruments: [],
    });
  });

  it('dates a source by its newest observation and keeps the oldest', () => {
    const old = aQuote('crypto:ETH', 10, { observedAt: NOW - 9 * MINUTE });
    const found = judge([anAnswer({ name: 'a' }, [btc(100), old])]);
    expect(only(found, 'a')).toMatchObject({ asOf: NOW - MINUTE, oldest: NOW - 9 * MINUTE });
  });
});

describe('the coverage of the groups', () => {
  const answers = [
    anAnswer({ name: 'fiat' }, [aQuote('currency:EUR', 0.9), aQuote('irr:official', 1_300_000)]),
    anAnswer({ name: 'gold' }, [aQuote('metal:XAU', 4_000)]),
    anAnswer({ name: 'coins' }, [btc(100)]),
    anAnswer({ name: 'tehran' }, [aQuote('irr:market', 2_500_000)]),
  ];
  const missing = (enabled: readonly string[], irr: 'official' | 'market' = 'official') =>
    uncovered(coverage(findings(answers, enabled, policy, NOW), irr)).map(({ part }) => part);

  it('is whole where each group and the chosen rial have a source', () => {
    expect(missing(['fiat', 'gold', 'coins'])).toEqual([]);
    expect(missing(['fiat', 'gold', 'coins', 'tehran'], 'market')).toEqual([]);
  });

  it('does not let one rial stand in for the other', () => {
    expect(missing(['fiat', 'gold', 'coins'], 'market')).toEqual(['IRR']);
  });

  it('counts no source that is switched off, and names it', () => {
    expect(missing(['fiat', 'gold'])).toEqual(['crypto']);
    const parts = coverage(findings(answers, ['fiat', 'gold'], policy, NOW), 'official');
    expect(parts.find(({ part }) => part === 'crypto')).toEqual({
      part: 'crypto',
      sources: [],
      switchedOff: ['coins'],
    });
  });

  it('does not take a rial for a table of currencies', () => {
    expect(missing(['gold', 'coins', 'tehran'], 'market')).toEqual(['currencies']);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AssemblyPolicy, assemble } from '../../../../src/domain/market/assembly.ts';
import { freshnessOf, validUntil } from '../../../../src/domain/market/freshness-policy.ts';
import type { RialKind } from '../../../../src/domain/market/instrument.ts';
import type { KnownSource } from '../../../../src/domain/market/price.ts';
import type { Snapshot } from '../../../../src/domain/market/snapshot.ts';
import { succeed } from '../../../../src/domain/market/succession.ts';
import {
  aQuote,
  aSource,
  DAY,
  HOUR,
  MINUTE,
  NOW,
  schedule,
  someLimits,
} from '../../../support/market/sources.ts';

const policyFor = (changes: Partial<AssemblyPolicy> = {}): AssemblyPolicy => ({
  irr: 'official',
  maxStaleMs: Number.POSITIVE_INFINITY,
  limitsOf: () => someLimits,
  schedule,
  ...changes,
});

const daily = { cadence: 'daily', pollEveryMs: HOUR, usableForMs: 5 * DAY } as const;
const fiat = (obtainedAt = NOW) =>
  aSource(
    { name: 'fiat', ...daily },
    [
      aQuote('currency:EUR', 0.89, { obtainedAt }),
      aQuote('currency:TRY', 47.3, { obtainedAt }),
      aQuote('irr:official', 1_350_000, { obtainedAt }),
    ],
    obtainedAt,
  );
const gold = (obtainedAt = NOW, observedAt = obtainedAt - MINUTE) =>
  aSource({ name: 'gold' }, [aQuote('metal:XAU', 4150, { obtainedAt, observedAt })], obtainedAt);
const coins = (obtainedAt = NOW, observedAt = obtainedAt - MINUTE) =>
  aSource(
    { name: 'coins' },
    [
      aQuote('crypto:BTC', 85_000, { obtainedAt, observedAt }),
      aQuote('crypto:TON', 2.7, { obtainedAt, observedAt }),
    ],
    obtainedAt,
  );
const all = (): readonly KnownSource[] => [fiat(), gold(), coins()];

const assembled = (
  sources: readonly KnownSource[],
  {
    previous = null,
    now = NOW,
    ...policy
  }: Partial<AssemblyPolicy> & { previous?: Snapshot | null; now?: number } = {},
): Snapshot => {
  const { snapshot } = assemble(sources, previous, policyFor(policy), now);
  if (!snapshot) throw new Error('no snapshot');
  return snapshot;
};

const symbols = ({ crypto }: Snapshot) => crypto.map(({ symbol }) => symbol);

describe('assembling a snapshot', () => {
  it('has USD at exactly 1, IRR with its kind, and everything in order of code', () => {
    const { currencies, crypto, sources } = assembled(all());
    expect(currencies.map(({ code, value, rateType }) => [code, value, rateType])).toEqual([
      ['EUR', 0.89, undefined],
      ['IRR', 1_350_000, 'official'],
      ['TRY', 47.3, undefined],
      ['USD', 1, undefined],
    ]);
    expect(crypto.map(({ symbol }) => symbol)).toEqual(['BTC', 'TON']);
    expect(sources).toEqual(['coins', 'fiat', 'gold']);
  });

  it('prices gold in rial per gram: 4150 / 31.1034768 × 1,350,000', () => {
    // 4150 / 31.1034768 = 133.42559...; × 1,350,000 = 180,124,557.7 to ten significant digits.
    expect(assembled(all()).gold.value).toBe(180_124_557.7);
  });

  it.each([
    ['currencies with the rial', [gold(), coins()]],
    ['gold', [fiat(), coins()]],
    ['crypto', [fiat(), gold()]],
  ])('does not exist before there are %s', (_group, sources) => {
    expect(assemble(sources, null, policyFor(), NOW).snapshot).toBeUndefined();
  });

  it.each<[RialKind, number]>([
    ['official', 1_350_000],
    ['market', 2_535_400],
  ])('publishes the %s rial alone, for gold too, and never both', (irr, expected) => {
    const street = aSource({ name: 'street' }, [aQuote('irr:market', 2_535_400)]);
    const { currencies, gold: ounce, sources } = assembled([...all(), street], { irr });
    const rials = currencies.filter(({ code }) => code === 'IRR');
    expect(rials).toHaveLength(1);
    expect(rials[0]).toMatchObject({ value: expected, rateType: irr });
    expect(ounce.value).toBeCloseTo((4150 / 31.1034768) * expected, -1);
    expect(sources.includes('street')).toBe(irr === 'market');
  });

  it('names a source that gave the change alone', () => {
    const dated = aSource({ name: 'dated', ...daily }, [
      aQuote('metal:XAU', 4149, { change: { percent: 0.5, basis: 'previous-close' } }),
    ]);
    const snapshot = assembled([...all(), dated]);
    expect(snapshot.gold.value).toBe(180_124_557.7);
    expect(snapshot.sources).toEqual(['coins', 'dated', 'fiat', 'gold']);
  });

  it('returns from A to B to A through USD within twelve significant digits', () => {
    const { currencies } = assembled(all());
    const rate = (code: string) => currencies.find((entry) => entry.code === code)?.value ?? 0;
    const codes = fc.constantFrom(...currencies.map(({ code }) => code));
    fc.assert(
      fc.property(
        codes,
        codes,
        fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
        (a, b, amount) => {
          const there = (amount / rate(a)) * rate(b);
          const back = (there / rate(b)) * rate(a);
          expect(Math.abs(back - amount) / amount).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('a snapshot whose sources fall silent', () => {
  const first = assembled(all());
  const later = NOW + 10 * MINUTE;

  it('keeps the last live price inside its age limit, and rests on a fixing after', () => {
    const fixing = (obtainedAt: number) =>
      aSource({ name: 'fixing', ...daily }, [aQuote('metal:XAU', 4100, { obtainedAt })]);
    const at = (now: number) => {
      const sources = [fiat(now), gold(), coins(now), fixing(now)];
      const snapshot = assembled(sources, { previous: first, now });
      return [snapshot.sources, freshnessOf(snapshot, now, false)];
    };
    expect(at(later)).toEqual([['coins', 'fiat', 'gold'], 'cached']);
    expect(at(NOW + 61 * MINUTE)).toEqual([['coins', 'fiat', 'fixing'], 'cached']);
  });

  it('holds the last good value where there is no other, and says so', () => {
    const snapshot = assembled([fiat(later), gold(), coins(later)], {
      previous: first,
      now: later,
    });
    expect(snapshot.gold.value).toBe(first.gold.value);
    expect(snapshot.groups.gold).toEqual({ restsOnLastGood: true, validUntil: NOW + 5 * MINUTE });
    expect(freshnessOf(snapshot, later, true)).toBe('stale');
  });

  it('keeps a daily fixing for its age limit without a word, since it is still the day’s fixing', () => {
    const evening = NOW + 6 * HOUR;
    const other = aSource({ name: 'other', ...daily }, [
      aQuote('currency:EUR', 0.89, { obtainedAt: evening }),
      aQuote('irr:official', 1_350_000, { obtainedAt: evening }),
    ]);
    const sources = [fiat(), other, gold(evening), coins(evening)];
    const snapshot = assembled(sources, { previous: first, now: evening });
    expect(snapshot.currencies.map(({ code }) => code)).toContain('TRY');
    expect(freshnessOf(snapshot, evening, false)).toBe('cached');
  });

  it('does not jump to a source far off because a fixing’s own source misses a poll', () => {
    const hours = (count: number) => {
      const now = NOW + count * HOUR;
      const other = aSource(
        { name: 'other', ...daily, rank: 2 },
        [
          aQuote('irr:official', 1_000_000, { obtainedAt: now }),
          aQuote('currency:EUR', 0.89, { obtainedAt: now }),
        ],
        now,
      );
      const sources = [fiat(), other, gold(now), coins(now)];
      const snapshot = assembled(sources, { previous: first, now });
      const irr = snapshot.currencies.find(({ code }) => code === 'IRR');
      return [irr?.value, irr?.sources, freshnessOf(snapshot, now, false)];
    };
    expect(hours(20)).toEqual([1_350_000, ['fiat'], 'cached']);
    // By now the next fixing is overdue.
    expect(hours(27)).toEqual([1_000_000, ['other'], 'cached']);
  });

  it('is stale as a whole once one live price has lapsed', () => {
    const venue = aSource({ name: 'venue' }, [
      aQuote('crypto:BTC', 85_100, { obtainedAt: later, observedAt: later }),
    ]);
    const snapshot = assembled([fiat(later), gold(later), coins(), venue], {
      previous: first,
      now: later,
    });
    expect(symbols(snapshot)).toEqual(['BTC', 'TON']);
    expect(snapshot.crypto[0]?.value).toBe(85_100);
    expect(freshnessOf(snapshot, later, false)).toBe('stale');
  });

  it('leaves out what its sources answer without, once that is past its age limit', () => {
    const tomorrow = NOW + 2 * HOUR;
    const delisted = aSource(
      { name: 'coins' },
      [
        aQuote('crypto:BTC', 85_000, { obtainedAt: tomorrow, observedAt: tomorrow }),
        aQuote('crypto:TON', 2.7),
      ],
      tomorrow,
    );
    const sources = [fiat(tomorrow), gold(tomorrow), delisted];
    expect(symbols(assembled(sources, { previous: first, now: tomorrow }))).toEqual(['BTC']);
  });

  it('keeps what a silent source gave, past its age limit, until it may no longer be served', () => {
    const tomorrow = NOW + 2 * HOUR;
    const venue = aSource({ name: 'venue' }, [
      aQuote('crypto:BTC', 85_000, { obtainedAt: tomorrow, observedAt: tomorrow }),
    ]);
    const sources = [fiat(tomorrow), gold(tomorrow), coins(), venue];
    const kept = assembled(sources, { previous: first, now: tomorrow });
    expect(symbols(kept)).toEqual(['BTC', 'TON']);
    expect(freshnessOf(kept, tomorrow, false)).toBe('stale');
    const capped = assembled(sources, { previous: first, now: tomorrow, maxStaleMs: HOUR });
    expect(symbols(capped)).toEqual(['BTC']);
  });
});

describe('the snapshot that follows another', () => {
  it('is the same to the byte, good for longer, where nothing was observed anew', () => {
    const previous = assembled(all());
    const later = NOW + 4 * MINUTE;
    const sources = [fiat(later), gold(later, NOW - MINUTE), coins(later, NOW - MINUTE)];
    const next = assembled(sources, { previous, now: later });
    const published = ({
      assembledAt,
      sources: names,
      currencies,
      gold: ounce,
      crypto,
    }: Snapshot) =>
      JSON.stringify({ assembledAt, names, currencies, ounce, crypto }, (key, value) =>
        key === 'validUntil' ? undefined : value,
      );
    for (const observedAnew of [false, true]) {
      const following = succeed(previous, next, observedAnew);
      expect(published(following)).toBe(published(previous));
      expect(validUntil(following)).toBe(later + 5 * MINUTE);
    }
  });

  it('has a later timestamp where something was, even by a clock that is behind', () => {
    const previous = { ...assembled(all()), assembledAt: NOW + 30_000 };
    const next = assembled([fiat(), gold(), coins(NOW, NOW)], { previous });
    expect(succeed(previous, next, true).assembledAt).toBe(NOW + 30_001);
  });
});

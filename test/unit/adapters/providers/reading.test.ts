import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changeBetween,
  changeOf,
  day,
  instantOfIso,
  instantOfSeconds,
  isInFuture,
  midPrice,
  Refusal,
  readInverse,
  readPrice,
} from '../../../../src/adapters/providers/reading.ts';

const RUNS = { numRuns: 1_000 };
const price = fc.double({ min: 1e-12, max: 1e15, noNaN: true });

describe('a price', () => {
  test('in its documented style is read as it stands', () => {
    fc.assert(
      fc.property(price, (value) => {
        expect(readPrice(value, 'number')).toBe(value);
        expect(readPrice(`${value}`, 'decimal-string')).toBe(value);
      }),
      RUNS,
    );
  });

  test('in the other style is refused', () => {
    fc.assert(
      fc.property(price, (value) => {
        expect(readPrice(`${value}`, 'number')).toBeInstanceOf(Refusal);
        expect(readPrice(value, 'decimal-string')).toBeInstanceOf(Refusal);
      }),
      RUNS,
    );
  });

  test('is finite and above zero, or refused, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('number', 'decimal-string'), (raw, style) => {
        for (const read of [readPrice, readInverse]) {
          const value = read(raw, style as 'number');
          if (value instanceof Refusal) continue;
          expect(Number.isFinite(value) && value > 0).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test.each([
    '1,234.5',
    '1_000',
    '0x1F',
    ' 1',
    '1 ',
    '١٢٣',
    '+',
    '.5',
    '5.',
    '1e',
    'Infinity',
    '∞',
  ])('%j is no decimal', (text) => {
    expect(readPrice(text, 'decimal-string')).toEqual(new Refusal('not a number'));
  });

  test('turned over twice is itself within rounding', () => {
    fc.assert(
      fc.property(price, (value) => {
        const once = readInverse(value, 'number');
        const twice = once instanceof Refusal ? Number.NaN : 1 / once;
        expect(Math.abs(twice / value - 1)).toBeLessThan(1e-15 * 4);
      }),
      RUNS,
    );
  });

  test('in the middle lies between bid and ask', () => {
    fc.assert(
      fc.property(price, price, (one, other) => {
        const [bid, ask] = [Math.min(one, other), Math.max(one, other)];
        const middle = midPrice(bid, ask, 'number') as number;
        expect(middle).toBeGreaterThanOrEqual(bid);
        expect(middle).toBeLessThanOrEqual(ask);
        if (bid < ask) expect(midPrice(ask, bid, 'number')).toBeInstanceOf(Refusal);
      }),
      RUNS,
    );
  });
});

describe('a change', () => {
  test('leads from the earlier value to the later one', () => {
    const near = fc.double({ min: 0.5, max: 2, noNaN: true });
    fc.assert(
      fc.property(price, near, (earlier, factor) => {
        const later = earlier * factor;
        const percent = changeBetween(earlier, later, '24h')?.percent ?? Number.NaN;
        expect(Math.abs((earlier * (1 + percent / 100)) / later - 1)).toBeLessThan(1e-12);
      }),
      RUNS,
    );
  });

  test('needs both its ends', () => {
    expect(changeBetween(new Refusal('zero'), 1, '24h')).toBeUndefined();
    expect(changeBetween(1, new Refusal('zero'), '24h')).toBeUndefined();
  });

  test.each([[null], ['1'], [Number.NaN], [-100], [-250], [Number.POSITIVE_INFINITY]])(
    'of %p is none',
    (raw) => {
      expect(changeOf(raw, '24h')).toBeUndefined();
    },
  );
});

describe('a time', () => {
  const NOON = Date.parse('2026-10-05T12:00:00Z');

  test.each([
    ['2026-10-05', '2026-10-05T00:00:00Z'],
    ['2026/10/05', '2026-10-05T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
  ])('%s is the start of that day in UTC', (text, start) => {
    expect(day(text)).toEqual({ at: Date.parse(start), precision: 'day' });
  });

  test.each(['2026-02-29', '2026-13-01', '2026-10-5', '2026-10/05', '05.10.2026', '', 20_261_005])(
    '%p is no day',
    (text) => {
      expect(day(text)).toEqual(new Refusal('no date'));
    },
  );

  test.each(['2026-10-05T09:36:57', '2026-10-05', 'Mon, 05 Oct 2026 09:36:57 GMT', null])(
    '%p is no ISO time in UTC',
    (text) => {
      expect(instantOfIso(text)).toEqual(new Refusal('no time'));
    },
  );

  test('of a day may be tomorrow, of an instant a minute ahead', () => {
    const at = (text: string) => day(text) as Exclude<ReturnType<typeof day>, Refusal>;
    expect(isInFuture(at('2026-10-06'), NOON)).toBe(false);
    expect(isInFuture(at('2026-10-07'), NOON)).toBe(true);
    expect(isInFuture({ at: NOON + 60_000, precision: 'instant' }, NOON)).toBe(false);
    expect(isInFuture({ at: NOON + 60_001, precision: 'instant' }, NOON)).toBe(true);
  });

  test('in seconds is read in its documented style', () => {
    expect(instantOfSeconds(1_791_193_001, 'number')).toMatchObject({ at: 1_791_193_001_000 });
    expect(instantOfSeconds('1791193001', 'number')).toBeInstanceOf(Refusal);
    expect(instantOfSeconds('1791193001', 'decimal-string')).toMatchObject({
      at: 1_791_193_001_000,
    });
    expect(instantOfSeconds(0, 'number')).toBeInstanceOf(Refusal);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SalaryLawsRepresentations } from '../../../../../src/adapters/http/representations/salary-laws-representations.ts';
import { someSalaryLaws } from '../../../../support/http/fixtures.ts';

const PUBLISHED_AT = Date.UTC(2026, 2, 21, 8);

const lastModified = (headers: readonly string[]): string | undefined =>
  headers[headers.indexOf('Last-Modified') + 1];

describe('SalaryLawsRepresentations', () => {
  const at = (time: { now: number }) => new SalaryLawsRepresentations(() => time.now);

  it('makes one representation, and looks at no clock once it is dated', () => {
    let looks = 0;
    const representations = new SalaryLawsRepresentations(() => {
      looks += 1;
      return PUBLISHED_AT;
    });
    const laws = someSalaryLaws({ publishedAt: PUBLISHED_AT });
    const first = representations.of(laws);
    for (let n = 0; n < 5; n += 1) expect(representations.of(laws)).toBe(first);
    expect(looks).toBe(1);
  });

  it('never dates what it sends later than now, nor later than its publication', () => {
    const seconds = fc.array(fc.integer({ min: -90_000_000, max: 90_000_000 }), { minLength: 1 });
    fc.assert(
      fc.property(seconds, (offsets) => {
        const time = { now: 0 };
        const representations = at(time);
        const laws = someSalaryLaws({ publishedAt: PUBLISHED_AT });
        for (const offset of offsets.toSorted((a, b) => a - b)) {
          time.now = PUBLISHED_AT + offset;
          const { validators } = representations.of(laws).variant('identity');
          const dated = Math.min(PUBLISHED_AT, Math.floor(time.now / 1000) * 1000);
          expect(validators.lastModified).toBe(dated);
        }
      }),
    );
  });

  it('dates the fields of a 200 and of a 304 alike, ahead of its time and after it', () => {
    const time = { now: PUBLISHED_AT - 1500 };
    const representations = at(time);
    const laws = someSalaryLaws({ publishedAt: PUBLISHED_AT });
    const seen = [0, 1, 1000, 1500, 9000].map((ms) => {
      time.now = PUBLISHED_AT - 1500 + ms;
      const variant = representations.of(laws).variant('br');
      const { etag } = variant.validators;
      const dates = [variant.headers('x'), variant.headersOfNotModified('x', etag)];
      return dates.map((headers) => lastModified(headers)?.slice(17, 25));
    });
    expect(seen).toEqual([
      ['07:59:58', '07:59:58'],
      ['07:59:58', '07:59:58'],
      ['07:59:59', '07:59:59'],
      ['08:00:00', '08:00:00'],
      ['08:00:00', '08:00:00'],
    ]);
  });

  it('compresses once, however often the date changes', () => {
    const time = { now: PUBLISHED_AT - 2000 };
    const representations = at(time);
    const laws = someSalaryLaws({ publishedAt: PUBLISHED_AT });
    const { body } = representations.of(laws).variant('br');
    time.now = PUBLISHED_AT;
    expect(representations.of(laws).variant('br').body).toBe(body);
  });
});

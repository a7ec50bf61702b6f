import { describe, expect, it } from '@jest/globals';
import { selectCoding } from '../../../../../src/adapters/http/representations/accept-encoding.ts';

describe('selectCoding, by RFC 9110 section 12.5.3', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['identity', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0.5, identity;q=0.8', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['*;q=0.1', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0, *;q=0.5', 'identity'],
    ['gzip;q=0', 'identity'],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, deflate', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, *;q=0', 'identity'],
    ['identity;q=0.1, *;q=0', 'identity'],
    ['gzip, *;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip ; Q=0.3 , br;q=0.2', 'gzip'],
    ['gzip;q=2', 'identity'],
    ['gzip;q=0.0001', 'identity'],
    ['gzip;q=', 'identity'],
    ['gzip;level=9', 'identity'],
    ['gzip br', 'identity'],
    [',,gzip,,', 'gzip'],
    ['__proto__, constructor', 'identity'],
  ])('%p → %p', (field, expected) => {
    expect(selectCoding(field)).toBe(expected);
    expect(selectCoding(field)).toBe(expected);
  });

  it('remembers only so many different values', () => {
    for (let n = 0; n < 1000; n += 1) expect(selectCoding(`x-${n}, gzip`)).toBe('gzip');
  });
});

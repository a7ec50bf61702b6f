import { describe, expect, it } from '@jest/globals';
import { originFormOf } from '../../../../src/adapters/http/request-target.ts';

describe('originFormOf', () => {
  it.each([
    ['/', '/'],
    ['/api/market?x=1&y=%2F', '/api/market?x=1&y=%2F'],
    ['//host/path', '//host/path'],
    ['http://host', '/'],
    ['http://host?x', '/?x'],
    ['HTTP://host:80/a/b?c', '/a/b?c'],
    ['https://[::1]/a', '/a'],
  ])('%s → %s', (target, expected) => {
    expect(originFormOf(target)).toBe(expected);
  });

  it.each([
    '',
    '*',
    'api',
    'host:80',
    '/a#b',
    '/a b',
    '/a\\b',
    '/a"b',
    '/{a}',
    '/\u00e9',
    'http://',
    'http:///a',
    'http://user@host/',
    'http://host/a#b',
    'ftp://host/a',
    'http:/a',
  ])('%p is neither path nor URL', (target) => {
    expect(originFormOf(target)).toBeUndefined();
  });
});

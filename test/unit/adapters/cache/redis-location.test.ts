import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  InvalidRedisUrl,
  parseRedisUrl,
  type RedisLocation,
} from '../../../../src/adapters/cache/redis-location.ts';

const plain: RedisLocation = {
  topology: { kind: 'server' },
  addresses: [{ host: 'cache.internal', port: 6379 }],
  tls: false,
  credentials: {},
  db: 0,
  namespace: 'reference-data',
};

describe('the URL of a Redis store', () => {
  it.each<[string, Partial<RedisLocation>]>([
    ['redis://cache.internal', {}],
    ['redis://cache.internal/', {}],
    [
      'redis://cache.internal:7000/3',
      { addresses: [{ host: 'cache.internal', port: 7000 }], db: 3 },
    ],
    ['rediss://cache.internal', { tls: true }],
    ['redis://[::1]:6380', { addresses: [{ host: '::1', port: 6380 }] }],
    ['redis://:p%40ss%2Fword@cache.internal', { credentials: { password: 'p@ss/word' } }],
    ['redis://app:secret@cache.internal', { credentials: { username: 'app', password: 'secret' } }],
    ['redis://cache.internal?namespace=staging', { namespace: 'staging' }],
    [
      'redis://one?cluster=true&addr=two:7001&addr=[::2]:7002',
      {
        topology: { kind: 'cluster' },
        addresses: [
          { host: 'one', port: 6379 },
          { host: 'two', port: 7001 },
          { host: '::2', port: 7002 },
        ],
      },
    ],
    [
      'rediss://u:p@one?master_name=main&addr=two&sentinel_username=s&sentinel_password=q',
      {
        topology: {
          kind: 'sentinel',
          masterName: 'main',
          credentials: { username: 's', password: 'q' },
        },
        addresses: [
          { host: 'one', port: 26379 },
          { host: 'two', port: 26379 },
        ],
        tls: true,
        credentials: { username: 'u', password: 'p' },
      },
    ],
  ])('%s', (url, expected) => {
    expect(parseRedisUrl(url)).toEqual({ ...plain, ...expected });
  });

  it.each([
    ['http://cache.internal', 'a redis:// or rediss:// URL is needed'],
    ['cache.internal:6379', 'a redis:// or rediss:// URL is needed'],
    ['redis://', 'every node must be host:port'],
    ['redis:///0', 'every node must be host:port'],
    ['redis://a?adr=b', 'unknown parameter "adr"'],
    ['redis://a?addr=b', 'addr needs cluster=true or a master_name'],
    ['redis://a?cluster=yes', 'cluster must be true or false'],
    ['redis://a?cluster=true&master_name=m', 'exclude each other'],
    ['redis://a?master_name=', 'master_name is empty'],
    ['redis://a/1?cluster=true', 'a cluster has database 0 only'],
    ['redis://a/one', 'the path must be a database number'],
    ['redis://a?cluster=true&addr=user@b', 'every node must be host:port'],
    ['redis://a?cluster=true&addr=', 'every node must be host:port'],
    ['redis://a?namespace={x}', 'namespace takes'],
    ['redis://%zz@a', 'not percent-encoded'],
  ])('%s is refused', (url, message) => {
    expect(() => parseRedisUrl(url)).toThrow(InvalidRedisUrl);
    expect(() => parseRedisUrl(url)).toThrow(message);
  });

  it('never repeats a password when it refuses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{8,20}$/), (password) => {
        for (const rest of ['a?x=1', 'a/one', 'a?cluster=maybe', '']) {
          expect(() => parseRedisUrl(`redis://:${password}@${rest}`)).toThrow(
            expect.objectContaining({ message: expect.not.stringContaining(password) }),
          );
        }
      }),
    );
  });
});

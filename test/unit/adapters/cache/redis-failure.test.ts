import { describe, expect, it } from '@jest/globals';
import { redisFailure } from '../../../../src/adapters/cache/redis-failure.ts';

const withCode = (code: string): Error =>
  Object.assign(new Error(`connect ${code} 10.1.2.3:6379`), { code });

describe('the reason of a Redis failure', () => {
  it.each([
    [
      "OOM command not allowed when used memory > 'maxmemory'. script: f1, on @user_script:1.",
      'out of memory',
    ],
    [
      'ERR Error running script (call to f_1): @user_script:8: -OOM command not allowed',
      'out of memory',
    ],
    ["READONLY You can't write against a read only replica.", 'read-only replica'],
    ['NOAUTH Authentication required.', 'authentication refused'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'authentication refused'],
    ["NOPERM this user has no permissions to run the 'eval' command", 'permission refused'],
    [
      'DENIED Redis is running in protected mode because protected mode is enabled',
      'refuses clients of other hosts',
    ],
    ['LOADING Redis is loading the dataset in memory', 'loading its data'],
    ['MISCONF Redis is configured to save RDB snapshots', 'refuses writes, it cannot save them'],
    ['MASTERDOWN Link with MASTER is down', 'replica without its master'],
    ['CLUSTERDOWN Hash slot not served', 'cluster is down'],
    ['NOREPLICAS Not enough good replicas to write.', 'refuses writes, too few replicas'],
    ['BUSY Redis is busy running a script.', 'busy with a script'],
    ['Command timed out', 'no answer in time'],
    ['connect ETIMEDOUT', 'no answer in time'],
    ['Connection is closed.', 'connection lost'],
    ["Stream isn't writeable and enableOfflineQueue options is false", 'connection lost'],
    ['Reached the max retries per request limit (which is 0).', 'connection lost'],
    [
      'All sentinels are unreachable. Retrying from scratch after 100ms.',
      'no sentinel knows the master',
    ],
    ['Protocol error, got "H" as reply type byte', 'refused'],
  ])('%s', (message, reason) => {
    expect(redisFailure(new Error(message))).toBe(reason);
  });

  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ECONNRESET', 'connection lost'],
    ['ENOTFOUND', 'host name not found'],
    ['EHOSTUNREACH', 'network unreachable'],
    ['ETIMEDOUT', 'no answer in time'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS handshake failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS handshake failed'],
  ])('%s', (code, reason) => {
    expect(redisFailure(withCode(code))).toBe(reason);
  });

  it('is that of the node which failed last, in a cluster', () => {
    const error = Object.assign(new Error('Failed to refresh slots cache.'), {
      lastNodeError: withCode('ECONNREFUSED'),
    });

    expect(redisFailure(error)).toBe('connection refused');
  });

  it.each([undefined, null, 'text', 7, {}])('is plain where %p was thrown', (thrown) => {
    expect(redisFailure(thrown)).toBe('refused');
  });
});

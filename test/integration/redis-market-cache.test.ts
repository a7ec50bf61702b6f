import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { marketStateCodec } from '../../src/adapters/cache/market-state-codec.ts';
import { parseRedisUrl } from '../../src/adapters/cache/redis-location.ts';
import { RedisMarketCache } from '../../src/adapters/cache/redis-market-cache.ts';
import { CacheUnavailable } from '../../src/domain/ports/market-cache.ts';
import { behavesAsMarketCache } from '../support/cache/market-cache-behaviour.ts';
import { stateAssembledAt, TEN_O_CLOCK } from '../support/cache/market-states.ts';
import { kill, pause, start, unpause } from '../support/containers/control.ts';
import { describeWithContainers } from '../support/containers/engine.ts';
import { type RedisServer, startRedis } from '../support/containers/redis-server.ts';
import { startWire } from '../support/containers/wire.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/http/recording-logger.ts';

/** What a probe every half second and a reconnection after at most one need, and some. */
const HEALED_WITHIN_MS = 4_500;
const KEY = '{reference-data:market}';
const state = stateAssembledAt(TEN_O_CLOCK);

describeWithContainers('Redis in a container', () => {
  let server: RedisServer;
  let opened: RedisMarketCache[] = [];

  const open = (url = server.url, logger = new RecordingLogger()): RedisMarketCache => {
    const cache = new RedisMarketCache({
      now: () => TEN_O_CLOCK,
      location: parseRedisUrl(url),
      codec: marketStateCodec,
      // More than in service: the machine that tests is busier than one that serves.
      timeoutMs: 500,
      logger,
    });
    opened.push(cache);
    return cache;
  };

  beforeAll(async () => {
    server = await startRedis();
  }, 60_000);

  afterAll(async () => {
    await server?.stop();
  });

  beforeEach(async () => {
    await server.admin.flushall();
  });

  afterEach(async () => {
    await Promise.all(opened.map((cache) => cache.close()));
    opened = [];
  });

  behavesAsMarketCache(
    'Redis',
    async () => ({
      open: async () => open(),
      elapse: (ms) => delay(ms),
      dispose: async () => undefined,
    }),
    { outlivesProcess: true, shared: true },
  );

  describe('with something else under its keys', () => {
    const foreign: ReadonlyArray<
      readonly [string, (admin: RedisServer['admin']) => Promise<unknown>]
    > = [
      ['a string as the state', (admin) => admin.set(`${KEY}:state`, 'not a hash')],
      ['a list as the state', (admin) => admin.rpush(`${KEY}:state`, 'a', 'b')],
      [
        'a body that is no JSON, dated far ahead',
        (admin) =>
          admin.hset(`${KEY}:state`, { token: '12', assembledAt: '4000000000000', body: '{"a' }),
      ],
      [
        'a body of another version',
        (admin) =>
          admin.hset(`${KEY}:state`, { token: '3', assembledAt: '4000000000000', body: '{"v":9}' }),
      ],
      [
        'bytes that are no text, and numbers that are none',
        (admin) =>
          admin.hset(`${KEY}:state`, {
            token: 'nan',
            assembledAt: '-inf',
            body: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
          }),
      ],
      ['a hash without any of the members', (admin) => admin.hset(`${KEY}:state`, 'x', 'y')],
      ['a set as the lease', (admin) => admin.sadd(`${KEY}:lease`, 'a')],
      ['a lease that never ends', (admin) => admin.set(`${KEY}:lease`, 'somebody')],
      ['a hash as the fence', (admin) => admin.hset(`${KEY}:fence`, 'x', 'y')],
      ['a word as the fence', (admin) => admin.set(`${KEY}:fence`, 'many')],
      [
        'the greatest number as the fence',
        (admin) => admin.set(`${KEY}:fence`, '9007199254740991'),
      ],
    ];

    it.each(foreign)('%s: reads nothing, and the next write heals it', async (_case, put) => {
      await put(server.admin);
      const cache = open();

      expect(await cache.read()).toBeUndefined();
      const lease = await cache.acquireLease(1_000);
      expect(lease).toBeDefined();
      expect(lease && (await cache.write(state, lease))).toBe(true);
      expect(await open().read()).toEqual(state);
      expect(cache.status()).toEqual({ status: 'ok' });
    });

    it('goes on above the stored token when the fence has been evicted', async () => {
      const cache = open();
      await server.admin.set(`${KEY}:fence`, '57');
      const first = await cache.acquireLease(1_000);
      expect(first && (await cache.write(state, first))).toBe(true);
      await server.admin.del(`${KEY}:fence`, `${KEY}:lease`);

      const second = await cache.acquireLease(1_000);
      expect(second && (await cache.write(stateAssembledAt(TEN_O_CLOCK + 1), second))).toBe(true);
    });

    it('leaves no key outside its one hash tag', async () => {
      const cache = open();
      const lease = await cache.acquireLease(1_000);
      expect(lease && (await cache.write(state, lease))).toBe(true);

      const keys = await server.admin.keys('*');
      expect(keys.filter((key) => !key.startsWith(KEY))).toEqual([]);
    });

    it('keeps two namespaces apart', async () => {
      const cache = open();
      const lease = await cache.acquireLease(1_000);
      expect(lease && (await cache.write(state, lease))).toBe(true);
      const other = open(`${server.url}?namespace=staging`);

      expect(await other.read()).toBeUndefined();
      expect(await other.acquireLease(1_000)).toBeDefined();
    });
  });

  describe('in trouble', () => {
    const troubles: ReadonlyArray<{
      readonly trouble: string;
      readonly reason: string | RegExp;
      readonly begin: () => Promise<unknown>;
      readonly end: () => Promise<unknown>;
    }> = [
      {
        trouble: 'paused',
        reason: 'no answer in time',
        begin: () => pause(server.container),
        end: () => unpause(server.container),
      },
      {
        trouble: 'slow',
        reason: 'no answer in time',
        begin: () => server.admin.client('PAUSE', 3_000, 'ALL'),
        end: () => server.admin.client('UNPAUSE'),
      },
      {
        trouble: 'killed',
        reason: /^connection (refused|lost)$/,
        begin: () => kill(server.container),
        end: () => start(server.container),
      },
      {
        trouble: 'out of memory',
        reason: 'out of memory',
        begin: () => server.admin.config('SET', 'maxmemory', '1'),
        end: () => server.admin.config('SET', 'maxmemory', '0'),
      },
      {
        trouble: 'a read-only replica',
        reason: 'read-only replica',
        begin: () => server.admin.replicaof('127.0.0.1', 1),
        end: () => server.admin.replicaof('NO', 'ONE'),
      },
    ];

    it.each(troubles)(
      '$trouble: refuses within its bound, says why, and heals by itself',
      async ({ begin, end, reason }) => {
        const logger = new RecordingLogger();
        const cache = open(server.url, logger);
        const replica = open();
        await replica.read();
        const lease = await cache.acquireLease(60_000);
        expect(lease).toBeDefined();
        expect(cache.status()).toEqual({ status: 'ok' });

        await begin();
        const refused = await eventually(async () => {
          const error: unknown = await cache.write(state, lease ?? { token: 0 }).catch((e) => e);
          expect(error).toBeInstanceOf(CacheUnavailable);
          return error;
        });
        expect(String(refused)).not.toContain(new URL(server.url).host);
        expect(cache.status().status).toBe('degraded');
        expect(cache.status().reason).toMatch(reason);
        let told = false;
        const stop = cache.watch(() => {
          told = true;
        });

        await end();
        await eventually(() => expect(cache.status()).toEqual({ status: 'ok' }), HEALED_WITHIN_MS);
        await eventually(() => expect(replica.status()).toEqual({ status: 'ok' }));
        await eventually(() => expect(told).toBe(true));
        stop();
        await cache.releaseLease(lease ?? { token: 0 });
        const next = await cache.acquireLease(1_000);
        expect(next && (await cache.write(state, next))).toBe(true);
        expect(await replica.read()).toEqual(state);
        expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
        await cache.releaseLease(next ?? { token: 0 });
      },
      30_000,
    );

    it('opens a new connection where the old one has silently died', async () => {
      const wire = await startWire(Number(new URL(server.url).port));
      try {
        const cache = open(`redis://127.0.0.1:${wire.port}`);
        let told = 0;
        cache.watch(() => {
          told += 1;
        });
        await cache.read();
        wire.deaden();
        await expect(cache.read()).rejects.toThrow('no answer in time');

        await eventually(() => expect(cache.status()).toEqual({ status: 'ok' }), HEALED_WITHIN_MS);
        const other = open();
        const toldBefore = told;
        const lease = await other.acquireLease(60_000);
        await eventually(async () => {
          await other.write(state, lease ?? { token: 0 });
          expect(told).toBeGreaterThan(toldBefore);
        });
      } finally {
        wire.close();
      }
    }, 30_000);

    it('still reads what an out-of-memory server holds', async () => {
      const cache = open();
      const lease = await cache.acquireLease(1_000);
      expect(lease && (await cache.write(state, lease))).toBe(true);
      await server.admin.config('SET', 'maxmemory', '1');
      try {
        await eventually(async () => {
          await expect(cache.write(state, lease ?? { token: 0 })).rejects.toThrow('out of memory');
          expect(await cache.read()).toEqual(state);
        });
      } finally {
        await server.admin.config('SET', 'maxmemory', '0');
      }
    });
  });

  describe('behind a password', () => {
    beforeAll(async () => {
      await server.admin.config('SET', 'requirepass', 'open:sesame/7');
    });

    afterAll(async () => {
      await server.admin.config('SET', 'requirepass', '');
    });

    const withPassword = (password: string): string =>
      server.url.replace('redis://', `redis://:${encodeURIComponent(password)}@`);

    it('lets in who knows it', async () => {
      await expect(open(withPassword('open:sesame/7')).read()).resolves.toBeUndefined();
    });

    it.each([
      ['no password', () => server.url],
      ['a wrong one', () => withPassword('swordfish')],
    ])('refuses %s, and repeats none', async (_case, url) => {
      const cache = open(url());
      const error: unknown = await cache.read().catch((e) => e);

      expect(error).toBeInstanceOf(CacheUnavailable);
      expect(cache.status()).toEqual({ status: 'degraded', reason: 'authentication refused' });
      expect(JSON.stringify([error, String(error)])).not.toMatch(/sesame|swordfish/);
    });
  });
});

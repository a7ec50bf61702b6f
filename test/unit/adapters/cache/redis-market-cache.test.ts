import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { marketStateCodec } from '../../../../src/adapters/cache/market-state-codec.ts';
import { parseRedisUrl } from '../../../../src/adapters/cache/redis-location.ts';
import { RedisMarketCache } from '../../../../src/adapters/cache/redis-market-cache.ts';
import { CacheUnavailable } from '../../../../src/domain/ports/market-cache.ts';
import { stateAssembledAt, TEN_O_CLOCK } from '../../../support/cache/market-states.ts';
import { RecordingLogger } from '../../../support/http/recording-logger.ts';

/** What stands at the address instead of Redis, on a real socket. */
const IMPOSTORS: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
  ['accepts and says nothing', () => undefined],
  ['hangs up at once', (socket) => socket.destroy()],
  ['speaks HTTP', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  [
    'answers everything with an error',
    (socket) => socket.on('data', () => socket.write('-ERR no\r\n')),
  ],
  ['answers half a reply', (socket) => socket.write('$100\r\nabc')],
];

describe('the Redis cache without a Redis', () => {
  let cache: RedisMarketCache | undefined;
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  const openOn = (port: number, logger = new RecordingLogger()): RedisMarketCache => {
    cache = new RedisMarketCache({
      now: () => TEN_O_CLOCK,
      location: parseRedisUrl(`redis://user:pass-word@127.0.0.1:${port}`),
      codec: marketStateCodec,
      logger,
      timeoutMs: 100,
    });
    return cache;
  };

  const listen = async (answer: (socket: Socket) => void): Promise<number> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };

  afterEach(async () => {
    await cache?.close();
    for (const socket of sockets) {
      socket.destroy();
    }
    sockets.clear();
    server?.close();
  });

  const everyOperation = (subject: RedisMarketCache): Promise<PromiseSettledResult<unknown>[]> =>
    Promise.allSettled([
      subject.read(),
      subject.write(stateAssembledAt(TEN_O_CLOCK), { token: 1 }),
      subject.acquireLease(1_000),
      subject.releaseLease({ token: 1 }),
    ]);

  const expectAllUnavailable = (results: PromiseSettledResult<unknown>[]): void => {
    for (const result of results) {
      expect(result).toEqual({ status: 'rejected', reason: expect.any(CacheUnavailable) });
    }
  };

  it.each(IMPOSTORS)('refuses every operation where a server %s', async (_case, answer) => {
    const logger = new RecordingLogger();
    const subject = openOn(await listen(answer), logger);

    expectAllUnavailable(await everyOperation(subject));
    expectAllUnavailable(await everyOperation(subject));
    expect(subject.status().status).toBe('degraded');
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);
    expect(JSON.stringify([logger.lines, subject.status()])).not.toMatch(/127\.0\.0\.1|pass-word/);
  });

  it('names a refused connection', async () => {
    const port = await listen(() => undefined);
    server?.close();
    const subject = openOn(port);

    expectAllUnavailable(await everyOperation(subject));
    expect(subject.status()).toEqual({ status: 'degraded', reason: 'connection refused' });
  });

  it('is degraded, and has logged nothing, before the first word from the store', async () => {
    const logger = new RecordingLogger();
    const subject = openOn(await listen(() => undefined), logger);

    expect(subject.status()).toEqual({ status: 'degraded', reason: 'connecting' });
    expect(logger.lines).toEqual([]);
  });

  it('lets go of an operation that is under way when it is closed', async () => {
    const subject = openOn(await listen(() => undefined));
    const results = everyOperation(subject);
    await subject.close();

    expectAllUnavailable(await results);
  });

  it('does not come back at once to a store that refuses it the channel', async () => {
    const refused = Promise.withResolvers<void>();
    let subscriptions = 0;
    const subject = openOn(
      await listen((socket) => {
        socket.on('data', (chunk) => {
          // One reply for each command, which is an array whose first item is the name.
          for (const [, name = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
            if (name.toLowerCase() !== 'subscribe') socket.write('+OK\r\n');
            else {
              subscriptions += 1;
              socket.write('-NOPERM no permissions to access a channel\r\n');
              refused.resolve();
            }
          }
        });
      }),
    );
    const stop = subject.watch(() => undefined);
    await refused.promise;
    // Three times as long as a new connection takes to be tried.
    await delay(300);
    expect(subscriptions).toBe(1);
    stop();
  });

  it('may watch a store that never answers, and stop', async () => {
    const subject = openOn(await listen(() => undefined));
    let calls = 0;
    const stop = subject.watch(() => {
      calls += 1;
    });
    await everyOperation(subject);
    stop();

    expect(calls).toBe(0);
  });
});

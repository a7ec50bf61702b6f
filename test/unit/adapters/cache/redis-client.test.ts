import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from '../../../../src/adapters/cache/redis-client.ts';
import { parseRedisUrl } from '../../../../src/adapters/cache/redis-location.ts';

/** The first thing that a client says to a server which listens on every loopback address. */
const firstWords = async (url: (port: number) => string): Promise<string> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const client = connectRedis(parseRedisUrl(url((server.address() as AddressInfo).port)), 1_000);
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [hello] = (await once(socket, 'data')) as [Buffer];
  client.disconnect();
  socket.destroy();
  server.close();
  return hello.toString('latin1');
};

/** RFC 6066 §3: list length, type host_name, name length, name. */
const serverName = (name: string): string =>
  Buffer.concat([
    Buffer.from([0, name.length + 3, 0, 0, name.length]),
    Buffer.from(name, 'latin1'),
  ]).toString('latin1');

test('tells the name of a store in the TLS handshake', async () => {
  const hello = await firstWords((port) => `rediss://localhost:${port}`);
  expect(hello.includes(serverName('localhost'))).toBe(true);
});

test('outlives a handshake that fails a second time, after it was given up', async () => {
  const server = createServer((socket) => socket.end('no TLS here')).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connectRedis(parseRedisUrl(`rediss://localhost:${port}`), 1_000) as Redis;
  await once(client, 'error');
  const late = Object.assign(new Error('alert'), { code: 'ERR_SSL_TLSV1_ALERT_DECODE_ERROR' });
  expect(() => client.stream.emit('error', late)).not.toThrow();
  client.disconnect();
  server.close();
});

test('tells no address there, which is none', async () => {
  const hello = await firstWords((port) => `rediss://127.0.0.1:${port}`);
  // A handshake record that begins with a ClientHello.
  expect([hello.charCodeAt(0), hello.charCodeAt(5)]).toEqual([0x16, 0x01]);
  expect(hello.includes('127.0.0.1')).toBe(false);
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { forward } from '../../../../src/cli/provider-states/forward.ts';

const open: (Server | TcpServer)[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
});

const started = async <Kind extends Server | TcpServer>(server: Kind) => {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
};

/** A front before an application, and what became of the last request that it passed on. */
const front = async (application: { host: string; port: number }) => {
  const failures: unknown[] = [];
  const { port } = await started(
    createServer((request, response) => {
      forward(request, request.headers, application, response).catch((error: unknown) => {
        failures.push(error);
        response.destroy();
      });
    }),
  );
  return { origin: `http://127.0.0.1:${port}`, failures };
};

test('passes status, fields and bytes on, both ways', async () => {
  const application: RequestListener = (request, response) => {
    response.writeHead(418, {
      'X-Seen': `${request.method} ${request.url} ${request.headers.accept}`,
    });
    response.end(Buffer.from([0, 255, 1]));
  };
  const { origin } = await front(await started(createServer(application)));
  const answer = await fetch(`${origin}/pot?tea`, { headers: { accept: 'x/y' } });
  expect(answer.status).toBe(418);
  expect(answer.headers.get('x-seen')).toBe('GET /pot?tea x/y');
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([0, 255, 1]));
});

const answering = (bytes: string) =>
  createTcpServer((socket) => {
    socket.once('data', () => socket.end(bytes));
    socket.on('error', () => undefined);
  });

test('a 304 without content is passed on', async () => {
  const { origin } = await front(
    await started(answering('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nConnection: close\r\n\r\n')),
  );
  const answer = await fetch(origin);
  expect([answer.status, answer.headers.get('etag')]).toEqual([304, '"a"']);
});

test.each([
  ['GET', 'HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n{"surprise":true}', '(304)'],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}', '(200)'],
])(
  'content after an answer to %s that may have none fails the request',
  async (method, bytes, told) => {
    const { origin, failures } = await front(await started(answering(bytes)));
    await expect(fetch(origin, { method })).rejects.toThrow('fetch failed');
    expect(String(failures[0])).toContain(`the answer ${told} does not end where it must`);
  },
);

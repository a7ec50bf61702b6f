import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { eventually } from '../eventually.ts';

/** Whether this machine can run a real Varnish. */
export const hasVarnish = (): boolean => {
  try {
    execFileSync('varnishd', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A real Varnish with its defaults, in front of one origin. */
export const startVarnish = async (origin: string, directory: string): Promise<Varnish> => {
  const port = await freePort();
  const child = spawn(
    'varnishd',
    [
      ...['-F', '-j', 'none', '-n', directory, '-s', 'malloc,16m'],
      ...['-a', `127.0.0.1:${port}`, '-b', new URL(origin).host],
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    await fetch(url, { method: 'OPTIONS' });
  }, 30_000);
  return { url, stop: () => end(child) };
};

export interface Varnish {
  readonly url: string;
  stop(): Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
};

const freePort = async (): Promise<number> => {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** What the cache asked its origin for. */
export interface Seen {
  readonly ifNoneMatch: string | undefined;
  readonly status: number;
}

/**
 * Stands between a cache and the service and counts. It can say of answers that they have spent
 * some time in another cache already (`Age`, RFC 9111, section 5.1), which is how an hour passes
 * within a test: what is left of the lifetime is that much shorter.
 */
export class CountingProxy {
  readonly seen: Seen[] = [];
  /** Seconds. */
  age = 0;
  readonly #target: string;
  readonly #server: Server;

  constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => {
      const { method, headers } = incoming;
      const url = new URL(incoming.url ?? '/', this.#target);
      const forwarded = request(url, { method, headers }, (answer) => {
        const status = answer.statusCode ?? 502;
        // A HEAD or OPTIONS while the cache starts is none of the counted requests.
        if (method === 'GET') this.seen.push({ ifNoneMatch: headers['if-none-match'], status });
        const aged = this.age === 0 ? {} : { age: String(this.age) };
        outgoing.writeHead(status, { ...answer.headers, ...aged });
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

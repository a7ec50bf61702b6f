import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  /** What each request asks, taken in turn: a path and the fields of its header. */
  readonly asks: readonly Ask[];
  readonly requests: number;
  readonly connections: number;
}

export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

/**
 * Sends requests over keep-alive sockets, one after another on each, and reads every answer whole. It
 * reads just enough of an answer to find its end, so that the server is what is measured.
 *
 * @returns how long it took, in ms.
 * @throws {Error} for an answer with another status than expected.
 */
export const load = async (options: LoadOptions): Promise<number> => {
  const queue = { left: options.requests, turn: 0 };
  const start = performance.now();
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, queue)));
  return performance.now() - start;
};

const drive = ({ port, asks }: LoadOptions, queue: { left: number; turn: number }) =>
  new Promise<void>((resolve, reject) => {
    const prepared = asks.map((ask) => ({ ask, bytes: requestOf(ask) }));
    const socket: Socket = connect(port, '127.0.0.1');
    let expected = prepared[0];
    let missing: number | undefined;
    let head = '';

    const next = () => {
      if (queue.left === 0) {
        socket.destroy();
        resolve();
        return;
      }
      queue.left -= 1;
      queue.turn += 1;
      expected = prepared[queue.turn % prepared.length];
      missing = undefined;
      head = '';
      if (expected) socket.write(expected.bytes);
    };
    socket.once('connect', next);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      if (missing === undefined) {
        const seen = head.length;
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = Number(head.slice(9, 12));
        if (status !== expected?.ask.status) {
          reject(new Error(`${expected?.ask.path} answered ${status}`));
          socket.destroy();
          return;
        }
        missing = end + 4 - seen + bodyLength(head.slice(0, end));
      }
      missing -= chunk.length;
      if (missing === 0) next();
    });
  });

const requestOf = ({ path, headers = {} }: Ask): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const bodyLength = (head: string): number =>
  Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);

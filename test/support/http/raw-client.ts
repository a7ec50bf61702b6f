import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly httpVersion: string;
  /** Names in lower case; a name that occurs twice fails the parse, for none here may. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  text(): string;
  /** The body as the test says it is; schemas are held against it elsewhere. */
  json<T = unknown>(): T;
}

/**
 * A client that sends exactly the bytes it is given and reads answers by RFC 9112 section 6: what a
 * well-behaved HTTP library would refuse to send, or would hide on receipt, is the point of it.
 */
export class RawClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      socket.emit('progress');
    });
    const end = () => {
      this.#ended = true;
      socket.emit('progress');
    };
    socket.on('end', end);
    socket.on('close', end);
    socket.on('error', end);
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Sends, and resolves when the bytes have been handed to the system and the server had a turn. */
  async flush(bytes: string): Promise<void> {
    await new Promise((resolve) => this.#socket.write(bytes, 'latin1', resolve));
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }

  /** @param method of the request that is answered: an answer to HEAD has no body. */
  async receive(method = 'GET'): Promise<RawResponse> {
    for (;;) {
      const response = this.#take(method);
      if (response) return response;
      if (this.#ended) {
        throw new Error(`connection ended after ${JSON.stringify(this.#received.toString())}`);
      }
      await once(this.#socket, 'progress');
    }
  }

  /** Resolves when the server has closed its side, with whatever bytes were still unread. */
  async ended(): Promise<Buffer> {
    while (!this.#ended) await once(this.#socket, 'progress');
    return this.#received;
  }

  /** Stops reading, so that what the server writes piles up on its side. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes this side, and resolves when the server had a turn to see it; answers can still come. */
  async endSending(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.end(resolve));
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(method: string): RawResponse | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, headEnd).split('\r\n');
    const [, httpVersion = '', status = ''] = /^HTTP\/(\d\.\d) (\d{3}) /.exec(statusLine) ?? [];
    if (!status) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`);
    const headers = parseHeaders(lines);
    const length = bodyLength(method, Number(status), headers);
    const bodyStart = headEnd + 4;
    if (this.#received.length < bodyStart + length) return undefined;
    const body = this.#received.subarray(bodyStart, bodyStart + length);
    this.#received = this.#received.subarray(bodyStart + length);
    return {
      status: Number(status),
      httpVersion,
      headers,
      body,
      text: () => body.toString(),
      json: <T>() => JSON.parse(body.toString()) as T,
    };
  }
}

const parseHeaders = (lines: readonly string[]): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (headers.has(name)) throw new Error(`header ${name} is sent twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
};

const bodyLength = (
  method: string,
  status: number,
  headers: ReadonlyMap<string, string>,
): number => {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  const length = headers.get('content-length');
  if (length === undefined) throw new Error('an answer with a body has no Content-Length');
  return Number(length);
};

/** One request on a connection of its own. Header lines are sent as they are given. */
export const request = async (
  port: number,
  requestLine: string,
  headerLines: readonly string[] = ['Host: test'],
): Promise<RawResponse> => {
  const client = await RawClient.open(port);
  try {
    client.send(`${[`${requestLine} HTTP/1.1`, ...headerLines].join('\r\n')}\r\n\r\n`);
    return await client.receive(requestLine.split(' ', 1)[0]);
  } finally {
    client.close();
  }
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

/** What a well answer would have been; the faults spoil it. */
export interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers one request wrongly. Whatever it starts ends with the connection. */
export type Fault = (
  prepared: Prepared,
  response: ServerResponse,
  request: IncomingMessage,
) => void;

const send = (response: ServerResponse, { status, headers, body }: Prepared): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body?: string): Fault =>
  (prepared, response) =>
    send(response, {
      status: code,
      headers: { ...prepared.headers, 'content-type': 'application/json', ...headers },
      body: body ?? JSON.stringify({ message: `status ${code}` }),
    });

export const hang = (): Fault => () => {
  // The connection stays open and silent until the client gives up.
};

export const drip =
  (bytesPerSecond: number): Fault =>
  ({ headers, body }, response) => {
    const bytes = Buffer.from(body);
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    let sent = 0;
    const timer = setInterval(() => {
      const next = Math.min(bytes.length, sent + Math.max(1, Math.floor(bytesPerSecond / 20)));
      response.write(bytes.subarray(sent, next));
      sent = next;
      if (sent === bytes.length) response.end();
    }, 50);
    response.once('close', () => clearInterval(timer));
  };

/** `document`: a whole response with half a document; `connection`: cut off in mid-body. */
export const truncate =
  (where: 'document' | 'connection' = 'document'): Fault =>
  ({ headers, body }, response) => {
    const half = body.slice(0, Math.floor(body.length / 2));
    if (where === 'document') {
      send(response, { status: 200, headers, body: half });
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.write(half, () => response.destroy());
  };

export const html = (): Fault => (prepared, response) =>
  send(response, {
    status: 200,
    headers: { ...prepared.headers, 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Just a moment</title><p>Checking your browser.</p>',
  });

export const redirect =
  (location = '/elsewhere'): Fault =>
  (prepared, response) =>
    send(response, { status: 302, headers: { ...prepared.headers, location }, body: '' });

/** The right document under a type that no provider uses for it. */
export const wrongType =
  (type = 'image/png'): Fault =>
  (prepared, response) =>
    send(response, { ...prepared, headers: { ...prepared.headers, 'content-type': type } });

/** A body without end; compressed, a few bytes on the wire become megabytes. */
export const flood =
  (compressed = false): Fault =>
  ({ headers }, response) => {
    const encoding = compressed ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { ...headers, ...encoding });
    const out = compressed ? createGzip() : response;
    if (out !== response) out.pipe(response);
    const blanks = Buffer.alloc(65_536, ' ');
    const pour = () => {
      while (!response.destroyed && out.write(blanks));
    };
    out.on('drain', pour);
    response.once('close', () => out.removeListener('drain', pour));
    pour();
  };

/** Any body at all, byte for byte. */
export const verbatim =
  (body: string, headers: Readonly<Record<string, string>> = {}): Fault =>
  (prepared, response) =>
    send(response, { status: 200, headers: { ...prepared.headers, ...headers }, body });

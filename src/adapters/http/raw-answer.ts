import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { COMMON_HEADERS, JSON_TYPE, NO_STORE } from './common-headers.ts';
import { errorBody } from './http-problem.ts';
import { requestIdOf } from './request-id.ts';

interface RawAnswer {
  readonly status: number;
  readonly message: string;
  readonly headers?: readonly string[];
  /** To a HEAD, which is answered without content (RFC 9110 section 9.3.2). */
  readonly headOnly?: boolean;
}

/** How long a connection may go on sending what nobody reads, in ms. */
const LINGER_MS = 1000;

/**
 * Answers on a socket for which Node has made no response object, and closes it. The socket is kept
 * open for a moment: closed with unread input, TCP would reset it, and the caller might never see
 * the answer.
 */
export const endWithAnswer = (socket: Duplex, answer: RawAnswer): void =>
  end(socket, serialise(answer));

const end = (socket: Duplex, text: string): void => {
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  linger.unref();
  socket.once('close', () => clearTimeout(linger));
  // A caller that has gone cannot be told, and that is no news.
  socket.on('error', () => socket.destroy());
  socket.end(text);
};

/** Closes a connection whose requests have their answers, as gently as {@link endWithAnswer}. */
export const endWithoutAnswer = (socket: Duplex): void => end(socket, '');

const serialise = ({ status, message, headers = [], headOnly = false }: RawAnswer): string => {
  const body = errorBody(message);
  const fields = [
    ...COMMON_HEADERS,
    ...headers,
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    NO_STORE,
    'X-Request-Id',
    requestIdOf(undefined),
    'Date',
    new Date().toUTCString(),
    'Connection',
    'close',
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return headOnly ? `${head}\r\n` : `${head}\r\n${body}`;
};

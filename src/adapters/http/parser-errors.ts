import type { Duplex } from 'node:stream';
import { ALLOWED_METHODS } from './common-headers.ts';
import { errorText } from './http-problem.ts';
import { afterOwedAnswers } from './owed-answer.ts';
import { endWithAnswer, endWithoutAnswer } from './raw-answer.ts';
import { originFormOf } from './request-target.ts';

/** What Node's HTTP parser tells of bytes that it could not take. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The chunk in which it stopped, and how far into it. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export interface ParserErrorOptions {
  readonly isKnownPath: (path: string) => boolean;
  /** What failed is the body of a request that has its answer, or will get it. */
  readonly isInBody: (socket: Duplex) => boolean;
}

/**
 * Answers what never became a request, once per connection and after the answers that are still
 * owed to the requests before it.
 */
export const createParserErrorHandler = ({ isKnownPath, isInBody }: ParserErrorOptions) => {
  const answered = new WeakSet<Duplex>();
  return (error: ParserError, socket: Duplex): void => {
    // The parser reports again for every further chunk of the same connection.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const inBody = isInBody(socket);
    afterOwedAnswers(socket, () => {
      if (!socket.writable) socket.destroy();
      // A second answer to one request would be taken for the first to another.
      else if (inBody) endWithoutAnswer(socket);
      else endWithAnswer(socket, { ...answerTo(error, isKnownPath), headOnly: isHead(error) });
    });
  };
};

const answerTo = (error: ParserError, isKnownPath: (path: string) => boolean) => {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return withText(408);
    case 'HPE_HEADER_OVERFLOW':
      return withText(stoppedInRequestLine(error) ? 414 : 431);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return withText(413);
    case 'HPE_PAUSED_H2_UPGRADE':
      return withText(505);
    case 'HPE_INVALID_VERSION':
      if (UNSUPPORTED_VERSION.test(lineAt(error))) return withText(505);
      return unknownMethod(error, isKnownPath);
    // Its methods of other protocols (`DESCRIBE`, `PLAY`) the parser takes in those protocols alone.
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_METHOD':
      return unknownMethod(error, isKnownPath);
    default:
      return withText(400);
  }
};

const withText = (status: number) => ({ status, message: errorText(status) });

const UNSUPPORTED_VERSION = / HTTP\/(?!1\.[01])\d\.\d\r?$/;
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ (?<target>\S+) HTTP\/1\.[01]\r$/;

/** A well-formed request with a method the parser has never heard of is no different from POST. */
const unknownMethod = (error: ParserError, isKnownPath: (path: string) => boolean) => {
  const target = REQUEST_LINE.exec(lineAt(error))?.groups?.target ?? '';
  const [path] = originFormOf(target)?.split('?') ?? [];
  if (path === undefined) return withText(400);
  if (!isKnownPath(path)) return withText(404);
  return { ...withText(405), headers: ['Allow', ALLOWED_METHODS.join(', ')] };
};

/** As far as the chunk shows the request's beginning. */
const isHead = ({ rawPacket, bytesParsed = 0 }: ParserError): boolean => {
  const seen = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  const blankLine = seen.lastIndexOf('\r\n\r\n');
  return seen.startsWith('HEAD ', blankLine === -1 ? 0 : blankLine + 4);
};

/** The line of the last octet that the parser took. */
const lineAt = ({ rawPacket, bytesParsed = 0 }: ParserError): string => {
  if (!rawPacket) return '';
  const start = rawPacket.subarray(0, Math.max(0, bytesParsed - 1)).lastIndexOf('\n') + 1;
  const end = rawPacket.indexOf('\n', start);
  return rawPacket.toString('latin1', start, end === -1 ? undefined : end);
};

/**
 * Whether the parser ran over its limit before the first line was complete. Where the chunk does
 * not show the line's start, the shape of what it shows decides: a target has no blank in it.
 */
const stoppedInRequestLine = ({ rawPacket, bytesParsed = 0 }: ParserError): boolean => {
  if (!rawPacket) return false;
  const seen = rawPacket.toString('latin1', 0, bytesParsed);
  const line = seen.slice(seen.lastIndexOf('\n') + 1);
  if (seen.includes('\n')) return /^[A-Z]+ +\S*$/.test(line);
  return /^(?:[A-Z]+ +)?\S*$/.test(line);
};

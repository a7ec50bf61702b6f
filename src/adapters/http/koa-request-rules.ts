import type { IncomingMessage } from 'node:http';
import { errorText, HttpProblem } from './http-problem.ts';
import type { HttpMiddleware } from './koa-context.ts';
import { isAuthority, MAX_TARGET_LENGTH, originFormOf } from './request-target.ts';

/**
 * What RFC 9110 and 9112 ask of a request before its path is looked at, as far as Node's parser
 * leaves it open: version, `Host`, `Expect`, and the form of the request target.
 */
export const koaRequestRules = (): HttpMiddleware => (ctx, next) => {
  const { req } = ctx;
  if (req.httpVersionMajor !== 1) throw new HttpProblem(505, errorText(505));
  checkFieldSize(req);
  checkHost(req);
  checkFraming(req);
  const { expect } = req.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpProblem(417, errorText(417));
  }

  const target = req.url ?? '';
  if (target.length > MAX_TARGET_LENGTH) throw new HttpProblem(414, errorText(414));
  if (target === '*' && req.method === 'OPTIONS') return next();
  const originForm = originFormOf(target);
  if (originForm === undefined) throw new HttpProblem(400, 'The request target is malformed.');
  req.url = originForm;
  return next();
};

/** All field lines together, in octets; the target has its own limit. */
const MAX_FIELD_SECTION_LENGTH = 16 * 1024;
/** The colon, a blank and the line's end. */
const AROUND_A_FIELD = 4;

const checkFieldSize = ({ rawHeaders }: IncomingMessage): void => {
  let size = (rawHeaders.length / 2) * AROUND_A_FIELD;
  for (const part of rawHeaders) size += part.length;
  if (size > MAX_FIELD_SECTION_LENGTH) throw new HttpProblem(431, errorText(431));
};

const CLOSE = { Connection: 'close' };

/**
 * RFC 9112 sections 6.1 and 6.3: where chunked is not the last coding, or a version that knows no
 * codings uses one, nobody can tell where the body ends, and what follows on the connection cannot be
 * trusted.
 */
const checkFraming = ({ headers, httpVersionMinor }: IncomingMessage): void => {
  const field = headers['transfer-encoding'];
  if (field === undefined) return;
  if (httpVersionMinor === 0) {
    throw new HttpProblem(400, 'HTTP/1.0 knows no Transfer-Encoding.', CLOSE);
  }
  const codings = field.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.indexOf('chunked') !== codings.length - 1) {
    throw new HttpProblem(400, 'The Transfer-Encoding must end in chunked, once.', CLOSE);
  }
  if (codings.length > 1) throw new HttpProblem(501, errorText(501), CLOSE);
};

/** RFC 9112 section 3.2: one on HTTP/1.1, never more than one, and well-formed. */
const checkHost = ({ rawHeaders, httpVersionMinor }: IncomingMessage): void => {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) throw new HttpProblem(400, 'The Host header is given more than once.');
    host = rawHeaders[at + 1];
  }
  if (host === undefined) {
    if (httpVersionMinor >= 1) throw new HttpProblem(400, 'The Host header is missing.');
  } else if (host !== '' && !isAuthority(host)) {
    throw new HttpProblem(400, 'The Host header is malformed.');
  }
};

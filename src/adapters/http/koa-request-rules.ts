import type { IncomingMessage } from 'node:http';
import { errorText, HttpProblem } from './http-problem.ts';
import type { HttpMiddleware } from './koa-context.ts';
import { MAX_TARGET_LENGTH, originFormOf } from './request-target.ts';

/**
 * What RFC 9110 and 9112 ask of a request before its path is looked at, as far as Node's parser
 * leaves it open: version, `Host`, `Expect`, and the form of the request target.
 */
export const koaRequestRules = (): HttpMiddleware => (ctx, next) => {
  const { req } = ctx;
  if (req.httpVersionMajor !== 1) throw new HttpProblem(505, errorText(505));
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

/**
 * RFC 9112 section 6.3: where chunked is not the last coding, nobody can tell where the body ends,
 * and what follows on the connection cannot be trusted.
 */
const checkFraming = ({ headers }: IncomingMessage): void => {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/(?:^|[\s,])chunked$/i.test(coding)) {
    throw new HttpProblem(400, 'The Transfer-Encoding must end in chunked.', {
      Connection: 'close',
    });
  }
};

/** RFC 3986 section 3.2.2 and 3.2.3, without user information. */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

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
  } else if (!HOST.test(host)) {
    throw new HttpProblem(400, 'The Host header is malformed.');
  }
};

import type { IncomingMessage } from 'node:http';
import { type Coding, isAcceptable } from '../representations/accept-encoding.ts';
import { matchesStrongly, matchesWeakly, parseTagList } from './entity-tag.ts';
import { parseHttpDate } from './http-date.ts';

/** What a request's preconditions are held against. */
export interface Validators {
  /** The tag of the representation that would be sent. */
  readonly etag: string | undefined;
  /** The same content in other codings: for revalidation as good, for whoever can read them. */
  readonly alternates: readonly Alternate[];
  /** Unix ms in whole seconds. */
  readonly lastModified: number | undefined;
}

export interface Alternate {
  readonly coding: Coding;
  readonly etag: string;
}

type Outcome = 'proceed' | 'not-modified' | 'failed';

/**
 * RFC 9110 section 13.2.2, for GET and HEAD of a resource that has a representation.
 *
 * A request's `Cache-Control: no-cache` plays no part: it speaks to caches, and a 304 from the
 * origin is as fresh as a 200.
 */
export const evaluatePreconditions = (request: IncomingMessage, current: Validators): Outcome => {
  const { headers } = request;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!holdsIfMatch(ifMatch, current)) return 'failed';
  } else if (isModifiedSince(request, 'if-unmodified-since', current)) {
    return 'failed';
  }

  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    return tagNamed(ifNoneMatch, request, current) === undefined ? 'proceed' : 'not-modified';
  }
  const modified = isModifiedSince(request, 'if-modified-since', current);
  return modified === false ? 'not-modified' : 'proceed';
};

const holdsIfMatch = (value: string, { etag }: Validators): boolean => {
  const list = parseTagList(value);
  return list === '*' || (etag !== undefined && matchesStrongly(list, etag));
};

/**
 * Which of the current tags the caller holds: the chosen representation's own, or else that of
 * another coding. A coding that `Accept-Encoding` rules out does not count: a cache that holds it
 * alone asks for somebody who could not read it. Undefined where none is named, `*` where any will do.
 */
const tagNamed = (
  ifNoneMatch: string,
  { headers }: IncomingMessage,
  { etag, alternates }: Validators,
): string | undefined => {
  // What nearly every caller sends: the one tag that it was given.
  if (ifNoneMatch === etag) return etag;
  const list = parseTagList(ifNoneMatch);
  if (list === '*') return '*';
  if (etag !== undefined && matchesWeakly(list, etag)) return etag;
  return alternates.find(
    (alternate) =>
      matchesWeakly(list, alternate.etag) &&
      isAcceptable(alternate.coding, headers['accept-encoding']),
  )?.etag;
};

/**
 * The tag that a 304 carries: the chosen representation's own, unless the caller holds the content
 * in another coding alone. Its stored copy is then the one that is confirmed.
 */
export const tagOfNotModified = (
  request: IncomingMessage,
  current: Validators & { readonly etag: string },
): string => {
  const ifNoneMatch = request.headers['if-none-match'];
  const named = ifNoneMatch === undefined ? '*' : tagNamed(ifNoneMatch, request, current);
  return named === undefined || named === '*' ? current.etag : named;
};

/** Undefined where the field must be ignored: absent, repeated, not a date, or no date to compare. */
const isModifiedSince = (
  request: IncomingMessage,
  field: 'if-modified-since' | 'if-unmodified-since',
  { lastModified }: Validators,
): boolean | undefined => {
  const value = request.headers[field];
  if (value === undefined || lastModified === undefined) return undefined;
  if (request.headersDistinct[field]?.length !== 1) return undefined;
  const since = parseHttpDate(value);
  return since === undefined ? undefined : lastModified > since;
};

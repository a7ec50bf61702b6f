import { isIPv6 } from 'node:net';

/** In octets, well above the 8,000 that RFC 9112 section 3 recommends as a least. */
export const MAX_TARGET_LENGTH = 8192;

/** What RFC 3986 lets stand in a path and query; a fragment is never sent. */
const PATH_AND_QUERY = /^\/[\w\-.~!$&'()*+,;=:@%/?]*$/;
const ABSOLUTE = /^https?:\/\/(?<authority>[^/?#]*)(?<rest>[/?].*)?$/i;
/** RFC 3986 sections 3.2.2 and 3.2.3, without user information. */
const AUTHORITY =
  /^(?:\[(?<ipv6>[0-9A-Fa-f:.]+)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::\d*)?$/;

/** A host that is not empty, and a port or none. */
export const isAuthority = (text: string): boolean => {
  const match = AUTHORITY.exec(text);
  const ipv6 = match?.groups?.ipv6;
  return match !== null && (ipv6 === undefined || isIPv6(ipv6));
};

/**
 * The origin-form of a request target: path and query. An absolute-form target, as sent to a proxy,
 * must be taken by any server (RFC 9112 section 3.2.2). Undefined where it is neither.
 */
export const originFormOf = (target: string): string | undefined => {
  let pathAndQuery = target;
  if (!target.startsWith('/')) {
    const { authority = '', rest = '/' } = ABSOLUTE.exec(target)?.groups ?? {};
    if (!isAuthority(authority)) return undefined;
    pathAndQuery = rest.startsWith('?') ? `/${rest}` : rest;
  }
  return PATH_AND_QUERY.test(pathAndQuery) ? pathAndQuery : undefined;
};

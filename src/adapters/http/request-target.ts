/** In octets, well above the 8,000 that RFC 9112 section 3 recommends as a least. */
export const MAX_TARGET_LENGTH = 8192;

/** What RFC 3986 lets stand in a path and query; a fragment is never sent. */
const PATH_AND_QUERY = /^\/[\w\-.~!$&'()*+,;=:@%/?]*$/;
const ABSOLUTE = /^https?:\/\/[^/?#@]+(?<rest>[/?].*)?$/i;

/**
 * The origin-form of a request target: path and query. An absolute-form target, as sent to a proxy,
 * must be taken by any server (RFC 9112 section 3.2.2). Undefined where it is neither.
 */
export const originFormOf = (target: string): string | undefined => {
  let pathAndQuery = target;
  if (!target.startsWith('/')) {
    const absolute = ABSOLUTE.exec(target);
    if (!absolute) return undefined;
    const rest = absolute.groups?.rest ?? '/';
    pathAndQuery = rest.startsWith('?') ? `/${rest}` : rest;
  }
  return PATH_AND_QUERY.test(pathAndQuery) ? pathAndQuery : undefined;
};

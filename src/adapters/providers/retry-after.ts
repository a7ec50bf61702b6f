import { parseHttpDate } from './http-date.ts';

const DELAY_SECONDS = /^\d+$/;

/**
 * How long `Retry-After` asks to stay away, in ms: delay-seconds or an HTTP-date (RFC 9110 §10.2.3).
 * A date already past is 0; what is neither form is undefined.
 * @param now Unix ms.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim();
  if (!text) return undefined;
  if (DELAY_SECONDS.test(text)) return Number(text) * 1000;
  const at = parseHttpDate(text);
  return at === undefined ? undefined : Math.max(0, at - now);
};

import { ProviderError } from '../../domain/ports/rate-provider.ts';
import { HOUR_MS, MINUTE_MS } from './provider.ts';

/**
 * Does work beside a poll for an extra that the poll can do without, such as yesterday's values: it
 * may neither fail the poll nor hold it up for long.
 * @param boundMs the longest it may take, in ms.
 * @returns what the work gave; undefined where it failed, took too long, or is not wanted yet.
 */
export type Beside = <T>(
  signal: AbortSignal,
  boundMs: number,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T | undefined>;

/** The extras of one provider: where it asks to be left alone, it is, though the polls go on. */
export const createBeside = (now: () => number): Beside => {
  let restUntil = 0;
  return async (signal, boundMs, work) => {
    if (now() < restUntil) return undefined;
    try {
      return await work(AbortSignal.any([signal, AbortSignal.timeout(boundMs)]));
    } catch (error) {
      restUntil = now() + restAfter(error);
      return undefined;
    }
  };
};

/** As long as polls are put off for the same answer, see the domain's schedule. */
const RATE_LIMITED_MS = 15 * MINUTE_MS;
const BLOCKED_MS = 6 * HOUR_MS;
const LONGEST_MS = 24 * HOUR_MS;

const restAfter = (error: unknown): number => {
  if (!(error instanceof ProviderError)) return 0;
  const { code, retryAfterMs = 0 } = error;
  const least = code === 'blocked' ? BLOCKED_MS : code === 'rate-limited' ? RATE_LIMITED_MS : 0;
  return Math.min(Math.max(retryAfterMs, least), LONGEST_MS);
};

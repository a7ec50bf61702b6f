import { BLOCKED_FOR_MS, LONGEST_RETRY_AFTER_MS } from '../../domain/market/poll-schedule.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import { ProviderError } from '../../domain/ports/rate-provider.ts';
import { MINUTE_MS } from './provider.ts';

/**
 * Asks, beside a poll, for an extra that the poll can do without, such as yesterday's values: it may
 * neither fail the poll nor hold it up for long.
 * @param boundMs the longest it may take, in ms.
 * @returns what was asked for; undefined where it failed, took too long, or is not wanted yet.
 */
export type SideRequest = <T>(
  signal: AbortSignal,
  boundMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
) => Promise<T | undefined>;

/** A rate limit that does not say how long it lasts, in ms. */
const RATE_LIMITED_FOR_MS = 15 * MINUTE_MS;

/**
 * The side requests of one provider. Where they are refused they rest, as polls do; the polls go on,
 * so that the schedule knows nothing of it.
 */
export const createSideRequest = (clock: Pick<Clock, 'now'>): SideRequest => {
  let restUntil = 0;
  return async (signal, boundMs, ask) => {
    if (clock.now() < restUntil) return undefined;
    try {
      return await ask(AbortSignal.any([signal, AbortSignal.timeout(boundMs)]));
    } catch (error) {
      restUntil = clock.now() + restAfter(error);
      return undefined;
    }
  };
};

const restAfter = (error: unknown): number => {
  if (!(error instanceof ProviderError)) return 0;
  const told = Math.min(error.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  if (error.code === 'blocked') return Math.max(told, BLOCKED_FOR_MS);
  return error.code === 'rate-limited' ? Math.max(told, RATE_LIMITED_FOR_MS) : told;
};

import type { ProviderOptions } from './provider.ts';

/** How long the first host may take before the second is asked, in ms. */
const PATIENCE_MS = 1_500;

/**
 * The origin that stands in for a provider's first one. Whoever replaces the first is on a network of
 * his own, and nothing may go elsewhere behind his back: unless he names a second, it is the same.
 */
export const secondOrigin = (
  { origin, fallbackOrigin }: ProviderOptions,
  published: { readonly origin: string; readonly fallbackOrigin: string },
): string => fallbackOrigin ?? (origin === published.origin ? published.fallbackOrigin : origin);

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/**
 * What the first host answers, or else the second.
 * @throws {ProviderError} of the first, where neither answers: it is the one the provider names.
 */
export const firstOrSecond = async <T>(
  signal: AbortSignal,
  first: Ask<T>,
  second: Ask<T>,
): Promise<T> => {
  try {
    return await first(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
  } catch (failure) {
    if (signal.aborted) throw failure;
    return second(signal).catch(() => {
      throw failure;
    });
  }
};

/**
 * Work done beside a poll for an extra that the poll can do without, such as yesterday's values: it
 * may neither fail the poll nor hold it up for long.
 * @param boundMs the longest it may take, in ms.
 * @returns what the work gave; undefined where it failed or took too long.
 */
export const beside = <T>(
  signal: AbortSignal,
  boundMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> =>
  work(AbortSignal.any([signal, AbortSignal.timeout(boundMs)])).catch(() => undefined);

/** The time, and waiting for it. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  delay(ms: number, signal?: AbortSignal): Promise<void>;
}

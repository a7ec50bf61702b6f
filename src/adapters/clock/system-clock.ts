import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../domain/ports/clock.ts';

/** The machine's own clock. A delay does not keep the process alive by itself. */
export const systemClock: Clock = {
  now: () => Date.now(),
  delay: async (ms, signal) => {
    await sleep(ms, undefined, { ref: false, ...(signal && { signal }) });
  },
};

/**
 * Waits until the check no longer throws, looking again every 20 ms: for what another process does
 * in its own time and tells nobody.
 */
export const eventually = async <T>(check: () => T | Promise<T>, withinMs = 10_000): Promise<T> => {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= giveUpAt) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

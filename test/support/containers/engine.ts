import { describe, it } from '@jest/globals';
import { getContainerRuntimeClient } from 'testcontainers';

/** Why no container can be run here; undefined where an engine answers. */
const missingEngine = async (): Promise<string | undefined> => {
  try {
    await getContainerRuntimeClient();
    return undefined;
  } catch {
    return 'no Docker engine answers';
  }
};

const reason = await missingEngine();
const required = process.env.CI !== undefined || process.env.REQUIRE_CONTAINERS === '1';

/**
 * A suite that needs a container engine. Without one it is skipped by name, with the reason; in CI
 * (`CI` is set, or `REQUIRE_CONTAINERS=1`) it fails, since there a skipped suite proves nothing.
 */
export const describeWithContainers = (name: string, suite: () => void): void => {
  if (reason === undefined) {
    describe(name, suite);
  } else if (required) {
    describe(name, () => {
      it('needs containers', () => {
        throw new Error(`${reason}, and this run requires containers`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${reason})`, suite);
  }
};

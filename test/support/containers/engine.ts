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
const required = process.env.REQUIRE_CONTAINERS === '1';

/**
 * A suite that needs a container engine. Without one it is skipped by name, with the reason; where
 * `REQUIRE_CONTAINERS=1` is set, as `.ci/run` does, it fails, since there a skipped suite proves
 * nothing. `CI` alone does not say so: many set it on machines that were never meant to run containers.
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

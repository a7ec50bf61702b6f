import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

/** Why nothing can be composed here; the suite's overrides are written as Compose 2.24 reads them. */
const missingCompose = async (): Promise<string | undefined> => {
  try {
    const { stdout } = await promisify(execFile)('docker', ['compose', 'version', '--short']);
    const [major = 0, minor = 0] = stdout.replace(/^v/, '').split('.').map(Number);
    if (major > 2 || (major === 2 && minor >= 24)) return undefined;
  } catch {
    // No such command of Docker's.
  }
  return 'no Docker Compose 2.24 or later';
};

/** Where this machine reaches what containers publish: a name, or the engine's address. */
export const containersHost = async (): Promise<string> =>
  (await getContainerRuntimeClient()).info.containerRuntime.host;

const engine = await missingEngine();
const compose = engine ?? (await missingCompose());
const required = process.env.REQUIRE_CONTAINERS === '1';

const describeUnless =
  (reason: string | undefined) =>
  (name: string, suite: () => void): void => {
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

/**
 * A suite that needs a container engine. Without one it is skipped by name, with the reason; where
 * `REQUIRE_CONTAINERS=1` is set, as `.ci/run` does, it fails, since there a skipped suite proves
 * nothing. `CI` alone does not say so: many set it on machines that were never meant to run containers.
 */
export const describeWithContainers = describeUnless(engine);

/** As {@link describeWithContainers}, for a suite that needs Docker Compose as well. */
export const describeWithCompose = describeUnless(compose);

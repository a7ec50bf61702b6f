import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getContainerRuntimeClient } from 'testcontainers';
import { describeUnless } from '../describe-unless.ts';

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

/** A suite that needs a container engine. */
export const describeWithContainers = describeUnless(engine);

/** A suite that needs Docker Compose as well. */
export const describeWithCompose = describeUnless(compose);

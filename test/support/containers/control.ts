import { getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';

const handle = async (container: StartedTestContainer) =>
  (await getContainerRuntimeClient()).container.getById(container.getId());

/** Freezes every process in it: connections stay open, nothing answers. */
export const pause = async (container: StartedTestContainer): Promise<void> => {
  await (await handle(container)).pause();
};

export const unpause = async (container: StartedTestContainer): Promise<void> => {
  await (await handle(container)).unpause();
};

/** Kills it without a word to its clients; it keeps its name, its port and its file system. */
export const kill = async (container: StartedTestContainer): Promise<void> => {
  await (await handle(container)).kill();
};

export const start = async (container: StartedTestContainer): Promise<void> => {
  await (await handle(container)).start();
};

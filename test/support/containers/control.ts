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

/**
 * `docker stop`: SIGTERM, and SIGKILL after the grace period.
 * @returns the exit code; 137 where it had to be killed.
 */
export const stop = async (
  container: StartedTestContainer,
  graceSeconds: number,
): Promise<number> => {
  const stopping = await handle(container);
  await stopping.stop({ t: graceSeconds });
  return (await stopping.inspect()).State.ExitCode;
};

/** `healthy`, `unhealthy` or `starting`, by the image's own health check. */
export const healthOf = async (container: StartedTestContainer): Promise<string | undefined> =>
  (await (await handle(container)).inspect()).State.Health?.Status;

/** Takes it off a network: its packets go nowhere, and nobody is told. */
export const cutOff = async (container: StartedTestContainer, networkId: string): Promise<void> => {
  const client = await getContainerRuntimeClient();
  await client.network.getById(networkId).disconnect({ Container: container.getId(), Force: true });
};

export const reconnect = async (
  container: StartedTestContainer,
  networkId: string,
  alias: string,
): Promise<void> => {
  const client = await getContainerRuntimeClient();
  await client.network
    .getById(networkId)
    .connect({ Container: container.getId(), EndpointConfig: { Aliases: [alias] } });
};

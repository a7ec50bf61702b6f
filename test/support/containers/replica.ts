import {
  GenericContainer,
  type StartedNetwork,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { freePort } from './free-port.ts';
import { HOST_ENTRY } from './host-door.ts';

/** The name under which the replicas are found on their network, as `haproxy.cfg` has it. */
const REPLICAS = 'service';
const HTTP_PORT = 3000;

/** One running copy of the service's own image. */
export interface Replica {
  readonly container: StartedTestContainer;
  /** Where it answers, from this machine. */
  readonly url: string;
}

export interface ReplicaOptions {
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  readonly network?: StartedNetwork;
}

/** As it is meant to be run: another user than root, and nothing to write to but its volume. */
class HardenedContainer extends GenericContainer {
  constructor(image: string) {
    super(image);
    this.hostConfig = { ...this.hostConfig, ReadonlyRootfs: true, CapDrop: ['ALL'] };
    this.withUser('10001');
  }
}

/** Resolves once it listens. */
export const startReplica = async ({ image, env, network }: ReplicaOptions): Promise<Replica> => {
  const port = await freePort();
  const prepared = new HardenedContainer(image)
    .withEnvironment({ ...env })
    .withExposedPorts({ container: HTTP_PORT, host: port })
    .withExtraHosts([HOST_ENTRY])
    .withWaitStrategy(Wait.forLogMessage(/"msg":"listening"/))
    .withStartupTimeout(30_000);
  if (network) {
    prepared.withNetwork(network).withNetworkAliases(REPLICAS);
  }
  const container = await prepared.start();
  return { container, url: `http://${container.getHost()}:${port}` };
};

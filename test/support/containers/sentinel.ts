import {
  GenericContainer,
  type StartedNetwork,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { freePort } from './free-port.ts';
import { REDIS_IMAGE } from './images.ts';

const CONFIG = '/data/sentinel.conf';

/**
 * A sentinel that watches one master and is enough by itself to replace it, within about two seconds
 * of its death.
 * @returns the sentinel, and its port on this machine.
 */
export const startSentinel = async (
  network: StartedNetwork,
  masterName: string,
  masterAddress: string,
): Promise<{ readonly container: StartedTestContainer; readonly port: number }> => {
  const port = await freePort();
  const container = await new GenericContainer(REDIS_IMAGE)
    .withNetwork(network)
    .withExposedPorts({ container: 26379, host: port })
    .withCopyContentToContainer([
      {
        target: CONFIG,
        mode: 0o666,
        content: [
          'port 26379',
          'protected-mode no',
          `sentinel monitor ${masterName} ${masterAddress} 6379 1`,
          `sentinel down-after-milliseconds ${masterName} 1000`,
          `sentinel failover-timeout ${masterName} 5000`,
          '',
        ].join('\n'),
      },
    ])
    .withCommand([CONFIG, '--sentinel'])
    .withWaitStrategy(Wait.forLogMessage(/\+monitor master/))
    .withStartupTimeout(30_000)
    .start();
  return { container, port };
};

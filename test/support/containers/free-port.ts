import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range that systems hand out by themselves, so that nobody is given it meanwhile. */
const FIRST = 20_000;
const COUNT = 10_000;

const given = new Set<number>();

/**
 * A port for a container that is stopped and started again: the one that Docker chooses is another
 * each time.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
};

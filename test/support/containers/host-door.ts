import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { getContainerRuntimeClient } from 'testcontainers';

/** By this name a container reaches the machine it runs on; see {@link HOST_ENTRY}. */
export const HOST_NAME = 'host.docker.internal';
/** What Docker Desktop does by itself, and an engine on Linux when it is asked to. */
export const HOST_ENTRY = { host: HOST_NAME, ipAddress: 'host-gateway' };

export interface HostDoor {
  /** The port under {@link HOST_NAME}. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Lets containers reach a port that is bound to loopback, where they cannot see it. Listens on
 * Docker's own bridge and on no network beyond the machine.
 */
export const openHostDoor = async (toPort: number): Promise<HostDoor> => {
  const sockets = new Set<Socket>();
  const server = createServer((outside) => {
    const inside = connect(toPort, '127.0.0.1');
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, await bridgeAddress());
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await once(server, 'close');
    },
  };
};

/**
 * This machine's own address on Docker's bridge, which `host-gateway` stands for. Docker Desktop keeps
 * its bridge out of sight, and does reach loopback.
 */
const bridgeAddress = async (): Promise<string> => {
  const client = await getContainerRuntimeClient();
  const bridge = await client.network.getById('bridge').inspect();
  const { Gateway, Subnet } = bridge.IPAM?.Config?.[0] ?? {};
  // An engine that has only just made its bridge tells the subnet alone; it took the first address.
  const gateway = Gateway ?? Subnet?.replace(/\d+\/\d+$/, '1');
  return gateway !== undefined && (await canListenOn(gateway)) ? gateway : '127.0.0.1';
};

const canListenOn = async (address: string): Promise<boolean> => {
  const server = createServer().listen(0, address);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server on this machine that can go dead. */
export interface Wire {
  readonly port: number;
  /** From now on the connections there are carry nothing in either direction, and stay open. */
  deaden(): void;
  close(): void;
}

/** What a firewall that forgets a connection does: nobody is told, and a new connection works. */
export const startWire = async (toPort: number): Promise<Wire> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    pairs.add([near, far]);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    deaden: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    close: () => {
      server.close();
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
};

import { once } from 'node:events';
import { connect } from 'node:net';

const CONNECT_PATIENCE_MS = 5_000;

/**
 * Tells a host that cannot be reached from one that answers otherwise than agreed.
 * @returns why it cannot be, if so.
 */
export async function whatIsInTheWay(url: URL): Promise<string | undefined> {
  const { hostname, port, protocol } = url;
  const socket = connect({
    // The brackets of an IPv6 address belong to the URL.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    signal: AbortSignal.timeout(CONNECT_PATIENCE_MS),
  });
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ABORT_ERR' ? 'no connection in time' : (code ?? message);
  } finally {
    socket.destroy();
  }
}

import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { AbstractConnector, SentinelConnectionOptions, SentinelConnector } from 'ioredis';

interface Endpoint {
  readonly host?: string;
  readonly port?: number;
  readonly disconnectTimeout: number;
}

type Connection = Awaited<ReturnType<AbstractConnector['connect']>>;

/**
 * A TLS socket that was given up in mid-handshake can fail once more when the server's alert arrives.
 * ioredis listens once; an error that nobody listens to ends the process.
 */
const outlivingErrors = (stream: Connection): Connection =>
  stream.on('error', () => undefined) as Connection;

/**
 * Connects over TLS as ioredis does, and tells the server's name in the handshake (SNI, RFC 6066 §3,
 * which allows no address there): hosted stores that share an address among customers know the store
 * by it. Each node of a cluster has its own.
 */
export const tlsConnector = (Base: typeof AbstractConnector) =>
  class TlsConnector extends Base {
    readonly #endpoint: Endpoint;

    constructor(endpoint: unknown) {
      super((endpoint as Endpoint).disconnectTimeout);
      this.#endpoint = endpoint as Endpoint;
    }

    override async connect(): Promise<Connection> {
      this.connecting = true;
      const { host = 'localhost', port = 6379 } = this.#endpoint;
      const servername = isIP(host) === 0 ? { servername: host } : {};
      this.stream = outlivingErrors(connect({ host, port, ...servername }));
      this.stream.once('error', (error: Error) => {
        this.firstError = error;
      });
      return this.stream;
    }
  };

/** Asks the sentinels for the master's address, and connects to it over TLS. */
export const tlsSentinelConnector = (Base: typeof SentinelConnector) =>
  class TlsSentinelConnector extends Base {
    constructor(options: unknown) {
      super(options as SentinelConnectionOptions);
    }

    override async connect(...args: Parameters<SentinelConnector['connect']>): Promise<Connection> {
      return outlivingErrors(await super.connect(...args));
    }
  };

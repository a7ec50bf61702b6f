import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../domain/ports/logger.ts';
import { createApp } from './app.ts';
import { ALLOWED_METHODS } from './common-headers.ts';
import { errorText } from './http-problem.ts';
import { afterOwedAnswers, owedAnswer } from './owed-answer.ts';
import { createParserErrorHandler } from './parser-errors.ts';
import { endWithAnswer } from './raw-answer.ts';
import { isKnownPath, type RouteDependencies } from './routes.ts';

export interface HttpServerDependencies extends RouteDependencies {
  readonly logger: Logger;
  readonly timeouts?: Partial<ServerTimeouts>;
}

/** Durations in ms. */
export interface ServerTimeouts {
  /** From a request's first byte to the end of its headers. */
  readonly headers: number;
  /** From a request's first byte to its last. */
  readonly request: number;
  /** How long an idle connection is kept. Load balancers commonly reuse one for 60 s. */
  readonly keepAlive: number;
  /** How often the first two are looked at. */
  readonly check: number;
}

const DEFAULT_TIMEOUTS: ServerTimeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 75_000,
  check: 1_000,
};

/**
 * Request line and header fields together, in bytes, for the parser. It does not tell which of the two
 * ran over, and so allows for more than either may have (see koa-request-rules); but for less than the
 * 64 KiB of one read, by which the request line is mostly still in sight.
 */
const MAX_HEAD_BYTES = 48 * 1024;

export interface HttpServer {
  /**
   * @param port 0 lets the system choose.
   * @returns the address that is listened on.
   * @throws what the system says: `EADDRINUSE`, `EACCES` and so on, under `code`.
   */
  listen(host: string, port: number): Promise<{ readonly host: string; readonly port: number }>;
  /** From now on each answer ends its connection; requests are still taken and answered. */
  beginDrain(): void;
  /**
   * Takes no more connections, closes idle ones, and lets requests in flight finish for up to
   * `timeoutMs`; then cuts off what is left. Resolves when the last connection is closed.
   */
  close(timeoutMs: number): Promise<void>;
}

export const createHttpServer = (deps: HttpServerDependencies): HttpServer => {
  let draining = false;
  let closing: Promise<void> | undefined;
  const app = createApp({ ...deps, isDraining: () => draining });
  const server = createNodeServer(app.callback(), { ...DEFAULT_TIMEOUTS, ...deps.timeouts });
  const sockets = trackSockets(server);

  return {
    async listen(host, port) {
      server.listen(port, host);
      await once(server, 'listening');
      const { address, port: actual } = server.address() as AddressInfo;
      return { host: address, port: actual };
    },

    beginDrain() {
      draining = true;
    },

    async close(timeoutMs) {
      draining = true;
      if (server.listening) closing = closeGently(server, sockets, timeoutMs);
      await closing;
    },
  };
};

const closeGently = async (
  server: Server,
  sockets: ReadonlySet<Socket>,
  timeoutMs: number,
): Promise<void> => {
  const closed = once(server, 'close');
  const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // Not http.Server's own close yet: it takes a connection for idle, and destroys it, as soon as
  // the answer has been handed over, though a slow reader has still to receive it.
  NetServer.prototype.close.call(server);
  await Promise.all([...sockets].map(handedOver));
  server.close();
  // Node counts a connection on which nothing was ever sent as busy: a browser's spare one, say.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  await closed;
  clearTimeout(force);
};

/** Resolves when no answer that is already complete is still on its way out. */
const handedOver = async (socket: Socket): Promise<void> => {
  const owed = owedAnswer(socket);
  if (owed?.writableEnded) await once(owed, 'close');
};

const createNodeServer = (
  onRequest: ReturnType<ReturnType<typeof createApp>['callback']>,
  timeouts: ServerTimeouts,
): Server => {
  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
    maxHeaderSize: MAX_HEAD_BYTES,
    // Node's own refusal has no body; the application makes it instead.
    requireHostHeader: false,
  });
  /** The request whose bytes came last on a connection. */
  const latest = new WeakMap<Duplex, IncomingMessage>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, request);
    void onRequest(request, response);
  };
  server.on('request', answer);
  // No body is ever wanted, so the final answer can be given at once.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  server.on(
    'clientError',
    createParserErrorHandler({
      isKnownPath,
      isInBody: (socket) => latest.get(socket)?.complete === false,
    }),
  );
  server.on('connect', (_request, socket) =>
    afterOwedAnswers(socket, () =>
      endWithAnswer(socket, {
        status: 405,
        message: errorText(405),
        headers: ['Allow', ALLOWED_METHODS.join(', ')],
      }),
    ),
  );
  // A caller that has said all it has to say may close its side and wait for the answer.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  return server;
};

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
};

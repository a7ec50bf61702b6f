import {
  createHttpServer,
  type HttpServer,
  type ServerTimeouts,
} from '../../../src/adapters/http/http-server.ts';
import { FakeUseCases } from './fake-use-cases.ts';
import { RecordingLogger } from './recording-logger.ts';

export interface TestServer {
  readonly port: number;
  readonly server: HttpServer;
  readonly useCases: FakeUseCases;
  readonly logger: RecordingLogger;
  close(): Promise<void>;
}

/** The real HTTP server on a loopback port, with fake use cases behind it. */
export const startTestServer = async (
  options: { openapi?: object | string; timeouts?: Partial<ServerTimeouts> } = {},
): Promise<TestServer> => {
  const useCases = new FakeUseCases();
  const logger = new RecordingLogger();
  const server = createHttpServer({
    market: useCases.market,
    salaryLaws: useCases.salaryLaws,
    operations: useCases.operations,
    logger,
    names: { currency: (code) => `Name of ${code}`, crypto: (symbol) => `Name of ${symbol}` },
    openapi: () =>
      options.openapi ?? { openapi: '3.1.0', info: { title: 'test', version: '8.0.0' } },
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  });
  const { port } = await server.listen('127.0.0.1', 0);
  return { port, server, useCases, logger, close: () => server.close(0) };
};

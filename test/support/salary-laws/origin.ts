import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublishedSalaryLaws } from '../../../src/domain/salary-laws/dataset.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server that answers as it is told. */
export class Origin {
  /** What the requests carried, in order. */
  readonly requests: IncomingMessage[] = [];
  readonly #server = createServer((request, response) => {
    this.requests.push(request);
    this.answer(request, response);
  });
  answer: Answer = (_request, response) => response.writeHead(503).end();

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/api/data/salary-laws`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Serves a dataset as the service itself does: conditionally, with both validators. */
  serve(published: PublishedSalaryLaws): void {
    const etag = `"${published.revision}"`;
    this.answer = (request, response) => {
      const headers = {
        etag,
        'last-modified': new Date(published.publishedAt).toUTCString(),
        'content-type': 'application/json',
      };
      if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
      else response.writeHead(200, headers).end(published.body);
    };
  }
}

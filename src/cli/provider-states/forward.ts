import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Passes a request on and its answer back, header by header and byte by byte.
 *
 * Each on a connection of its own that must end with the answer: content after a 304 or an answer to
 * HEAD, which HTTP clients quietly drop, shows as bytes after the end, and fails the request.
 * @throws {Error} if there is no whole and proper answer.
 */
export async function forward(
  request: IncomingMessage,
  headers: IncomingHttpHeaders,
  { host, port }: { readonly host: string; readonly port: number },
  response: ServerResponse,
): Promise<void> {
  const { method, url } = request;
  const passed = send({
    host,
    port,
    method,
    path: url,
    headers: { ...headers, connection: 'close' },
    agent: false,
  });
  const ended = once(passed, 'close');
  // Awaited below; until then a failure must not count as unhandled.
  ended.catch(() => undefined);
  request.pipe(passed);
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  await ended.catch((error: Error) => {
    throw new Error(
      `the answer (${answer.statusCode}) does not end where it must: ${error.message}`,
    );
  });
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
  response.end(body);
}

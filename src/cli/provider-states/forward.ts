import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';

/** Passes a request on and its answer back, header by header and byte by byte. */
export function forward(
  request: IncomingMessage,
  headers: IncomingHttpHeaders,
  { host, port }: { readonly host: string; readonly port: number },
  response: ServerResponse,
): void {
  const { method, url } = request;
  const passed = send({ host, port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

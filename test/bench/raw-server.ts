import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The least that Node can do: a server that knows nothing but the bytes and the fields that the
 * service answers to one request, which stands in `COPY_OF`.
 */
const { url, headers } = JSON.parse(process.env.COPY_OF ?? '{}') as {
  url: string;
  headers: Record<string, string>;
};

const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  ask(url, { headers, agent: false }, resolve).once('error', reject).end();
});
const chunks: Buffer[] = [];
for await (const chunk of answer) chunks.push(chunk as Buffer);
const body = Buffer.concat(chunks);
const status = answer.statusCode ?? 500;

// Node adds these itself, and as often as it does for the service.
const OWN = ['date', 'connection', 'keep-alive'];
const fields: string[] = [];
for (let index = 0; index < answer.rawHeaders.length; index += 2) {
  const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
  if (!OWN.includes(name.toLowerCase())) fields.push(name, value);
}

const server = createServer((_request, response) => {
  response.writeHead(status, fields).end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createParserErrorHandler } from '../../../../src/adapters/http/parser-errors.ts';
import { RawClient } from '../../../support/http/raw-client.ts';

describe('createParserErrorHandler', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer({ maxHeaderSize: 1024 }, (_request, response) => {
      response.end('{}');
    });
    server.on(
      'clientError',
      createParserErrorHandler({ isKnownPath: (path) => path === '/known', isInBody: () => false }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends in pieces, each after the one before it has left, so that the parser sees several. */
  const statusAfter = async (...pieces: string[]): Promise<number> => {
    const client = await RawClient.open(port);
    for (const piece of pieces) await client.flush(piece);
    const { status } = await client.receive();
    client.close();
    return status;
  };

  const long = 'a'.repeat(700);

  it.each<[string, number, ...string[]]>([
    ['a long target', 414, `GET /${long}${long} HTTP/1.1\r\n`],
    ['a long target in pieces', 414, `GET /${long}`, long, long],
    ['long fields', 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}${long}\r\n`],
    ['long fields in pieces', 431, 'GET / HTTP/1.1\r\n', `X: b ${long}`, `c ${long}`, long],
    ['many fields in pieces', 431, 'GET / HTTP/1.1\r\n', `X: ${long}\r\n`, `Y: ${long}\r\n`],
    ['an unknown method', 405, 'BREW /known HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown method with a query', 405, 'BREW /known?x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown method on an unknown path', 404, 'BREW /other HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no request at all', 400, 'nonsense\r\n\r\n'],
  ])('%s → %d', async (_, status, ...pieces) => {
    expect(await statusAfter(...pieces)).toBe(status);
  });
});

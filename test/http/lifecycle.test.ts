import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MarketView } from '../../src/application/views.ts';
import { exchange } from '../support/http/exchange.ts';
import { aMarketView, someSalaryLaws } from '../support/http/fixtures.ts';
import { RawClient } from '../support/http/raw-client.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('the server’s life', () => {
  let service: TestServer;
  beforeEach(async () => {
    service = await startTestServer();
  });
  afterEach(() => service.close());

  /** Holds `/api/market` back until told. */
  const holdMarket = (): { asked: Promise<void>; answer: () => void } => {
    let answer: () => void = () => {};
    const held = new Promise<MarketView>((resolve) => {
      answer = () => resolve(aMarketView());
    });
    const asked = new Promise<void>((resolve) => {
      Object.defineProperty(service.useCases, 'marketAnswer', {
        get: () => {
          resolve();
          return held;
        },
      });
    });
    return { asked, answer };
  };

  it('listens where it is told, and says where', async () => {
    const other = await startTestServer();
    expect(other.port).not.toBe(service.port);
    await other.close();
  });

  it('a port that is taken is an error with a code', async () => {
    const other = await startTestServer();
    await other.close();
    await expect(other.server.listen('127.0.0.1', service.port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('keeps a connection for longer than a load balancer’s 60 s', async () => {
    const { headers } = await exchange(service.port, 'GET /api/ready');
    expect(headers.get('connection')).toBe('keep-alive');
    const seconds = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1];
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  it.each(['/api/market', '/api/version', '/nothing'])(
    'while draining, %s is answered and the connection ends',
    async (path) => {
      const client = await RawClient.open(service.port);
      client.send(request(path));
      expect((await client.receive()).headers.get('connection')).toBe('keep-alive');
      service.server.beginDrain();
      client.send(request(path));
      const response = await client.receive();
      expect(response.headers.get('connection')).toBe('close');
      expect(await client.ended()).toHaveLength(0);
      const fresh = await exchange(service.port, `GET ${path}`);
      expect(fresh.headers.get('connection')).toBe('close');
    },
  );

  it('close lets a request in flight finish, and ends idle and unused connections', async () => {
    const { asked, answer } = holdMarket();
    const idle = await RawClient.open(service.port);
    idle.send(request('/api/version'));
    await idle.receive();
    const unused = await RawClient.open(service.port);
    const busy = await RawClient.open(service.port);
    busy.send(request('/api/market'));
    await asked;

    const closed = service.server.close(10_000);
    expect(await idle.ended()).toHaveLength(0);
    expect(await unused.ended()).toHaveLength(0);
    answer();
    const response = await busy.receive();
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    await closed;
    await expect(RawClient.open(service.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('close waits for an answer that is still being read, and not for its idle connection', async () => {
    const body = JSON.stringify({ years: 'x'.repeat(8_000_000) });
    service.useCases.salaryLawsAnswer = someSalaryLaws({ body });
    const slow = await RawClient.open(service.port);
    slow.pause();
    await slow.flush(request('/api/data/salary-laws'));
    await exchange(service.port, 'GET /api/version');
    const closed = service.server.close(60_000);
    slow.resume();
    const response = await slow.receive();
    expect(response.headers.get('connection')).toBe('keep-alive');
    expect(response.body.equals(Buffer.from(body))).toBe(true);
    await closed;
    await slow.ended();
  });

  it('close cuts off what is not finished in time', async () => {
    const { asked } = holdMarket();
    const busy = await RawClient.open(service.port);
    busy.send(request('/api/market'));
    await asked;
    await service.server.close(20);
    await expect(busy.receive()).rejects.toThrow('connection ended');
  });

  it('close is harmless when repeated', async () => {
    await Promise.all([service.server.close(10), service.server.close(10)]);
    await service.server.close(10);
    await expect(RawClient.open(service.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('a caller that goes away before its answer is no error', async () => {
    const { asked, answer } = holdMarket();
    const socket = connect(service.port, '127.0.0.1');
    socket.write(request('/api/market'));
    await asked;
    socket.resetAndDestroy();
    await once(socket, 'close');
    answer();
    expect((await exchange(service.port, 'GET /api/version')).status).toBe(200);
    expect(service.logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  });
});

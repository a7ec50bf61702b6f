import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createBareApp } from '../../../../src/adapters/http/app.ts';
import type { HttpMiddleware } from '../../../../src/adapters/http/koa-context.ts';
import { koaEnvelope } from '../../../../src/adapters/http/koa-envelope.ts';
import { request } from '../../../support/http/raw-client.ts';
import { RecordingLogger } from '../../../support/http/recording-logger.ts';

const answerOf = async (
  middleware: HttpMiddleware,
  draining = false,
  logger = new RecordingLogger(),
) => {
  const app = createBareApp(logger);
  app.use(koaEnvelope({ isDraining: () => draining }));
  app.use(middleware);
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await request((server.address() as AddressInfo).port, 'GET /');
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe('koaEnvelope', () => {
  it('an error is not stored even where a route had allowed storing', async () => {
    const { headers } = await answerOf((ctx) => {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.status = 503;
      ctx.body = '{}';
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a success keeps the policy of its route, and without one is not stored', async () => {
    const withPolicy = await answerOf((ctx) => {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = '{}';
    });
    expect(withPolicy.headers.get('cache-control')).toBe('public, max-age=60');
    const without = await answerOf((ctx) => {
      ctx.body = '{}';
    });
    expect(without.headers.get('cache-control')).toBe('no-store');
  });

  it('a fault past every middleware is logged as an error, once', async () => {
    const logger = new RecordingLogger();
    const { status } = await answerOf(
      () => {
        throw new Error('nobody catches this');
      },
      false,
      logger,
    );
    expect(status).toBe(500);
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'answer could not be written'],
    ]);
  });

  it('ends the connection only while draining', async () => {
    const middleware: HttpMiddleware = (ctx) => {
      ctx.body = '{}';
    };
    expect((await answerOf(middleware)).headers.get('connection')).toBe('keep-alive');
    expect((await answerOf(middleware, true)).headers.get('connection')).toBe('close');
  });
});

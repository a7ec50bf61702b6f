import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import { originSetting } from '../../src/upstream-origins.ts';
import { exchange } from '../support/http/exchange.ts';
import { RawClient } from '../support/http/raw-client.ts';
import { ChildService } from '../support/service/child-service.ts';
import { Gate } from '../support/service/gate.ts';
import type { MarketBody } from '../support/service/market-body.ts';
import { startUpstreams, type Upstreams } from '../support/upstreams/index.ts';

/** Nothing listens on the discard port: every provider refuses the connection. */
const UNREACHABLE = Object.fromEntries(
  CATALOGUE.map(({ profile }) => [originSetting(profile.name), 'http://127.0.0.1:9']),
);
const MARKET_REQUEST = 'GET /api/market HTTP/1.1\r\nHost: test\r\n\r\n';

describe('the service as a process', () => {
  let folder: string;
  let child: ChildService | undefined;
  let upstreams: Upstreams | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'process-'));
  });
  afterEach(async () => {
    await child?.kill();
    await upstreams?.close();
    upstreams = undefined;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const gatedUpstreams = async () => {
    upstreams = await startUpstreams();
    const { names, provider } = upstreams;
    return { env: upstreams.env, gate: new Gate(...names.map((name) => provider(name))) };
  };

  const start = (env: Readonly<Record<string, string>>): ChildService => {
    child = ChildService.start({ CACHE_URL: 'memory:', ...env });
    return child;
  };

  it('with bad settings it ends with code 1 and one message that names every fault', async () => {
    const service = start({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      MARKET_PROVIDERS: 'frankfurter,bloomberg',
      MARKET_IRR: 'market',
      MARKET_TTL_SECONDS: '0',
      MARKET_LOCALE: 'no locale',
      CACHE_URL: 'redis://user:secret@',
      UPSTREAM_ECB_URL: 'ftp://ecb',
      UPSTREAM_BLOOMBERG_URL: 'http://127.0.0.1',
    });
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.stdout).toBe('');
    const [summary, ...faults] = service.stderr.trimEnd().split('\n');
    expect(summary).toBe('cannot start: 9 settings are wrong');
    expect(faults.map((fault) => /^ {2}([A-Z_]+): \S/.exec(fault)?.[1]).toSorted()).toEqual([
      'CACHE_URL',
      'LOG_LEVEL',
      'MARKET_IRR',
      'MARKET_LOCALE',
      'MARKET_PROVIDERS',
      'MARKET_TTL_SECONDS',
      'PORT',
      'UPSTREAM_BLOOMBERG_URL',
      'UPSTREAM_ECB_URL',
    ]);
    expect(service.stderr).not.toContain('secret');
  });

  it('open-market rial without a provider of it is a settings error', async () => {
    const service = start({ MARKET_IRR: 'market' });
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.stderr).toBe(
      'cannot start: a setting is wrong\n' +
        '  MARKET_IRR: "market" needs one of nobitex, rial-archive among MARKET_PROVIDERS\n',
    );
  });

  it('with its port in use it ends with code 1 and says so in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = start({ ...UNREACHABLE, PORT: `${port}` });
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    other.close();
    expect(service.stderr).toBe(`cannot start: 127.0.0.1:${port} is in use by another program\n`);
  });

  it('without a network it serves the sample as stale, with one clear warning', async () => {
    const service = start(UNREACHABLE);
    const port = await service.port();
    const { data } = (await exchange(port, 'GET /api/market')).json<MarketBody>();
    expect(data.freshness).toBe('stale');
    expect(data.sources).toEqual(['sample']);
    expect((await exchange(port, 'GET /api/ready')).status).toBe(200);
    const health = await exchange(port, 'GET /api/health');
    expect(health.status).toBe(503);
    expect(health.json()).toMatchObject({ status: 'degraded' });
    expect((await exchange(port, 'GET /api/data/salary-laws')).status).toBe(200);
    expect((await exchange(port, 'GET /api/version')).status).toBe(200);

    service.signal('SIGTERM');
    expect(await service.exit()).toEqual({ code: 0, signal: null });
    expect(service.log.filter(({ level }) => level !== 'info').map(({ msg }) => msg)).toEqual([
      'no upstream is reachable and nothing is cached: serving the sample of data/market, which is not today’s market',
    ]);
    expect(service.stderr).toBe('');
  });

  it('without a network production gives an error and never the sample', async () => {
    const service = start({ ...UNREACHABLE, NODE_ENV: 'production', SHUTDOWN_DRAIN_MS: '0' });
    const port = await service.port();
    const market = await exchange(port, 'GET /api/market');
    expect(market.status).toBe(500);
    expect(market.json()).toEqual({ ok: false, error: expect.any(String) });
    expect((await exchange(port, 'GET /api/ready')).status).toBe(503);
    expect((await exchange(port, 'GET /api/health')).status).toBe(503);
    expect(service.log.filter(({ level }) => level !== 'info').map(({ msg }) => msg)).toEqual([
      'no market figures to serve: no source has answered for a group',
    ]);
  });

  it('a replica that only a balancer probes fetches its first figures and becomes ready', async () => {
    const { env, gate } = await gatedUpstreams();
    const service = start({ ...env, NODE_ENV: 'production', SHUTDOWN_DRAIN_MS: '0' });
    const port = await service.port();
    expect((await exchange(port, 'GET /api/ready')).status).toBe(503);
    await gate.reached();
    gate.open();
    const health = await exchange(port, 'GET /api/health');
    expect(health.status).toBe(200);
    expect((await exchange(port, 'GET /api/ready')).status).toBe(200);
  });

  it('SIGTERM: not ready at once, the drain still answers, and the end is code 0', async () => {
    const { env, gate } = await gatedUpstreams();
    // Long enough for the requests below, since what is shown is what happens within it.
    const service = start({ ...env, SHUTDOWN_DRAIN_MS: '3000', MARKET_WAIT_MS: '10000' });
    const port = await service.port();
    const inFlight = await RawClient.open(port);
    inFlight.send(MARKET_REQUEST);
    await gate.reached();

    service.signal('SIGTERM');
    await service.logged('draining');
    const ready = await exchange(port, 'GET /api/ready');
    expect(ready.status).toBe(503);
    expect(ready.json()).toMatchObject({ status: 'draining' });
    expect((await exchange(port, 'GET /api/data/salary-laws')).status).toBe(200);

    gate.open();
    const answer = await inFlight.receive();
    expect(answer.json<MarketBody>().data.freshness).toBe('live');
    const during = await exchange(port, 'GET /api/market');
    expect(during.status).toBe(200);
    expect(during.headers.get('connection')).toBe('close');

    expect(await service.exit()).toEqual({ code: 0, signal: null });
    expect(service.log.at(-1)?.msg).toBe('stopped');
    expect(service.log.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(service.stderr).toBe('');
    inFlight.close();
  });

  it('SIGINT ends it as well', async () => {
    const service = start(UNREACHABLE);
    await service.port();
    service.signal('SIGINT');
    expect(await service.exit()).toEqual({ code: 0, signal: null });
  });
});

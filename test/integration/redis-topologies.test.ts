import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Network } from 'testcontainers';
import { marketStateCodec } from '../../src/adapters/cache/market-state-codec.ts';
import { parseRedisUrl } from '../../src/adapters/cache/redis-location.ts';
import { RedisMarketCache } from '../../src/adapters/cache/redis-market-cache.ts';
import { stateAssembledAt, TEN_O_CLOCK } from '../support/cache/market-states.ts';
import { type Certificate, certificateFor } from '../support/containers/certificate.ts';
import { kill } from '../support/containers/control.ts';
import { containersHost, describeWithContainers } from '../support/containers/engine.ts';
import { PROJECT } from '../support/containers/images.ts';
import { type RedisServer, startRedis } from '../support/containers/redis-server.ts';
import { startSentinel } from '../support/containers/sentinel.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/http/recording-logger.ts';

const state = stateAssembledAt(TEN_O_CLOCK);
const later = stateAssembledAt(TEN_O_CLOCK + 1);

/** A sentinel tells of its servers by their addresses on the containers' network. */
const reachesContainers = process.platform === 'linux';

/** Gives the one node all slots, and waits until it calls that a cluster. */
const formCluster = async ({ admin }: RedisServer): Promise<void> => {
  await admin.cluster('ADDSLOTSRANGE', 0, 16_383);
  await eventually(async () => {
    expect(await admin.cluster('INFO')).toContain('cluster_state:ok');
  });
};

describeWithContainers('Redis in other shapes', () => {
  let started: AsyncDisposableStack;

  beforeEach(() => {
    started = new AsyncDisposableStack();
  });

  afterEach(async () => {
    await started.disposeAsync();
  }, 30_000);

  const open = (url: string): RedisMarketCache => {
    const cache = new RedisMarketCache({
      now: () => TEN_O_CLOCK,
      location: parseRedisUrl(url),
      codec: marketStateCodec,
      logger: new RecordingLogger(),
      timeoutMs: 1_000,
    });
    started.defer(() => cache.close());
    return cache;
  };

  /** Lease, write, read and notice between two replicas. */
  const expectToWork = async (url: string): Promise<void> => {
    const [writer, reader] = [open(url), open(url)];
    let notices = 0;
    reader.watch(() => {
      notices += 1;
    });
    await eventually(async () => {
      const lease = await writer.acquireLease(5_000);
      expect(lease && (await writer.write(state, lease))).toBe(true);
      await writer.releaseLease(lease ?? { token: 0 });
    });
    expect(await reader.read()).toEqual(state);
    expect(reader.status()).toEqual({ status: 'ok' });
    const again = await writer.acquireLease(5_000);
    await eventually(async () => {
      await writer.write(state, again ?? { token: 0 });
      expect(notices).toBeGreaterThan(0);
    });
  };

  it('works on a cluster, all keys in one slot', async () => {
    const server = await startRedis({
      flags: (port) => [
        ...['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
        ...['--cluster-announce-port', String(port)],
      ],
    });
    started.defer(() => server.stop());
    await formCluster(server);

    await expectToWork(`${server.url}?cluster=true`);
  }, 60_000);

  describe('over TLS', () => {
    const own = getCACertificates('default');
    let certificate: Certificate;

    beforeAll(async () => {
      certificate = await certificateFor(await containersHost());
      // What NODE_EXTRA_CA_CERTS does for a process that starts.
      setDefaultCACertificates([...own, certificate.pem]);
    });
    afterAll(() => setDefaultCACertificates(own));

    it('works on a server whose certificate is trusted', async () => {
      const server = await startRedis({ certificate });
      started.defer(() => server.stop());
      expect(server.url).toMatch(/^rediss:/);
      await expectToWork(server.url);
    }, 60_000);

    it('works on a cluster that tells its nodes by name', async () => {
      const server = await startRedis({
        certificate,
        flags: (port) => [
          ...['--cluster-enabled', 'yes', '--tls-cluster', 'yes'],
          ...['--cluster-announce-hostname', certificate.host],
          ...['--cluster-preferred-endpoint-type', 'hostname'],
          ...['--cluster-announce-tls-port', String(port)],
        ],
      });
      started.defer(() => server.stop());
      await formCluster(server);
      await expectToWork(`${server.url}?cluster=true`);
    }, 60_000);

    it.each([
      ['is made out to another name', () => 'cache.internal', true],
      ['nobody here trusts', () => certificate.host, false],
    ])(
      'tells of a certificate that %s',
      async (_name, host, trusted) => {
        const other = await certificateFor(host());
        if (trusted) setDefaultCACertificates([...own, certificate.pem, other.pem]);
        const server = await startRedis({ certificate: other });
        started.defer(() => server.stop());
        const cache = open(server.url);
        await eventually(async () => {
          await expect(cache.read()).rejects.toThrow();
          expect(cache.status()).toEqual({ status: 'degraded', reason: 'TLS handshake failed' });
        });
      },
      60_000,
    );
  });

  it('works for a user who may do what the documentation says, and no more', async () => {
    const server = await startRedis();
    started.defer(() => server.stop());
    const documented = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
    const rules = /^`(~\{.*)`$/m.exec(documented)?.[1]?.replaceAll('<namespace>', 'reference-data');
    expect(rules).toBeDefined();
    await server.admin.call('ACL', 'SETUSER', 'app', 'on', '>secret', ...(rules ?? '').split(' '));
    await expect(server.admin.auth('app', 'secret')).resolves.toBe('OK');
    await expect(server.admin.set('else', '1')).rejects.toThrow('NOPERM');

    await expectToWork(server.url.replace('redis://', 'redis://app:secret@'));
  }, 60_000);

  describeUnless(reachesContainers ? undefined : 'it needs Linux')('with a sentinel', () => {
    it('finds the master, and its successor when it dies', async () => {
      const network = await new Network().start();
      started.defer(async () => void (await network.stop()));
      const master = await startRedis({ network, alias: 'master' });
      started.defer(() => master.stop());
      const replica = await startRedis({
        network,
        alias: 'replica',
        flags: () => ['--replicaof', master.container.getIpAddress(network.getName()), '6379'],
      });
      started.defer(() => replica.stop());
      await eventually(async () => {
        expect(await replica.admin.info('replication')).toContain('master_link_status:up');
      });
      const sentinel = await startSentinel(
        network,
        'main',
        master.container.getIpAddress(network.getName()),
      );
      started.defer(async () => void (await sentinel.container.stop({ timeout: 0 })));
      const url = `redis://127.0.0.1:${sentinel.port}?master_name=main`;
      await expectToWork(url);
      const cache = open(url);
      expect(await cache.read()).toEqual(state);
      await eventually(async () => {
        expect(await replica.admin.hget('{reference-data:market}:state', 'body')).not.toBeNull();
      });

      await kill(master.container);
      await eventually(async () => {
        const lease = await cache.acquireLease(5_000);
        expect(lease && (await cache.write(later, lease))).toBe(true);
      }, 30_000);
      expect(await cache.read()).toEqual(later);
      await eventually(() => expect(cache.status()).toEqual({ status: 'ok' }));
    }, 90_000);
  });
});

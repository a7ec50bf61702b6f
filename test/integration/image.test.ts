import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { healthOf, stop } from '../support/containers/control.ts';
import { describeWithContainers } from '../support/containers/engine.ts';
import { BUILD, buildImage, NODE_IMAGE } from '../support/containers/images.ts';
import { type Replica, startReplica } from '../support/containers/replica.ts';
import {
  startUpstreamsForContainers,
  type UpstreamsForContainers,
} from '../support/containers/upstreams.ts';
import { eventually } from '../support/eventually.ts';

const MEGABYTE = 1_000_000;
const PROVIDERS = ['frankfurter', 'gold-api', 'coingecko'];

const docker = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('docker', args)).stdout.trim();

const sizeOf = async (image: string): Promise<number> =>
  Number(await docker('image', 'inspect', '--format', '{{.Size}}', image));

describeWithContainers('the image', () => {
  let image: string;
  let world: UpstreamsForContainers;
  const started = new AsyncDisposableStack();

  beforeAll(async () => {
    image = await buildImage('service');
    world = await startUpstreamsForContainers(PROVIDERS);
    started.defer(() => world.close());
  }, 300_000);

  afterAll(async () => {
    await started.disposeAsync();
  });

  it('adds under 40 MB to its base', async () => {
    const added = (await sizeOf(image)) - (await sizeOf(NODE_IMAGE));

    expect(added / MEGABYTE).toBeLessThan(40);
  });

  it('says what it is and of which commit', async () => {
    const labels = await docker('image', 'inspect', '--format', '{{json .Config.Labels}}', image);

    expect(JSON.parse(labels)).toMatchObject({
      'org.opencontainers.image.title': 'reference-data-service',
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.revision': BUILD.commit,
      'org.opencontainers.image.created': BUILD.builtAt,
    });
  });

  it('holds nothing that installs or builds, and no development dependency', async () => {
    const found = await docker(
      ...['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c'],
      'for tool in npm npx yarn gcc make python3; do command -v $tool; done;' +
        ' ls -d node_modules/typescript node_modules/jest node_modules/node-linux-* test .git 2>/dev/null; true',
    );

    expect(found).toBe('');
  });

  describe('run as user 10001 with a read-only root file system', () => {
    let replica: Replica;

    beforeAll(async () => {
      replica = await startReplica({ image, env: { ...world.env, SHUTDOWN_DRAIN_MS: '2000' } });
    }, 60_000);

    afterAll(async () => {
      await replica.container.stop({ timeout: 0 });
    });

    const get = (path: string): Promise<Response> => fetch(`${replica.url}${path}`);

    it('answers all five endpoints', async () => {
      for (const path of ['market', 'data/salary-laws', 'health', 'ready', 'version']) {
        expect({ path, status: (await get(`/api/${path}`)).status }).toEqual({ path, status: 200 });
      }
    });

    it('shows the commit and the time it was built of', async () => {
      expect(await (await get('/api/version')).json()).toMatchObject(BUILD);
    });

    it('cannot write beside its volume, and is not root', async () => {
      const asked = await replica.container.exec([
        'sh',
        '-c',
        'id -u; touch /app/x || touch /tmp/x; ls /var/lib/reference-data',
      ]);

      expect(asked.output).toMatch(/^10001$/m);
      expect(asked.output).toContain('Read-only file system');
      expect(asked.output).toContain('market-state.json');
    });

    it('is healthy to Docker while every upstream is down', async () => {
      for (const name of PROVIDERS) {
        world.upstreams.provider(name).status(500);
      }
      const { exitCode, output } = await replica.container.exec([
        'sh',
        '-c',
        'exec node -e "$0"',
        await healthCheckOf(image),
      ]);
      for (const name of PROVIDERS) {
        world.upstreams.provider(name).recover();
      }

      expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
      expect(await healthOf(replica.container)).not.toBe('unhealthy');
    });

    it('ends within its drain on SIGTERM, out of the pool and answering until then', async () => {
      const stopping = stop(replica.container, 20);
      await eventually(async () => expect((await get('/api/ready')).status).toBe(503));

      expect((await get('/api/market')).status).toBe(200);
      expect(await stopping).toBe(0);
    }, 30_000);
  });

  it('is alive without a single upstream, and not ready', async () => {
    for (const name of PROVIDERS) {
      world.upstreams.provider(name).status(503);
    }
    const replica = await startReplica({ image, env: world.env });
    try {
      const statuses = await Promise.all(
        ['version', 'ready', 'health', 'data/salary-laws'].map(
          async (path) => (await fetch(`${replica.url}/api/${path}`)).status,
        ),
      );
      expect(statuses).toEqual([200, 503, 503, 200]);
    } finally {
      await replica.container.stop({ timeout: 0 });
      for (const name of PROVIDERS) {
        world.upstreams.provider(name).recover();
      }
    }
  }, 60_000);
});

/** The script of the image's HEALTHCHECK. */
const healthCheckOf = async (image: string): Promise<string> => {
  const test = await docker(
    'image',
    'inspect',
    '--format',
    '{{json .Config.Healthcheck.Test}}',
    image,
  );
  const [kind, program, flag, script] = JSON.parse(test) as string[];
  expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
  return script ?? '';
};

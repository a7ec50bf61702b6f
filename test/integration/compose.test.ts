import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  DockerComposeEnvironment,
  type StartedDockerComposeEnvironment,
  Wait,
} from 'testcontainers';
import { stop } from '../support/containers/control.ts';
import { describeWithCompose } from '../support/containers/engine.ts';
import { freePort } from '../support/containers/free-port.ts';
import { HOST_ENTRY } from '../support/containers/host-door.ts';
import { buildImage, HAPROXY_IMAGE, PROJECT, REDIS_IMAGE } from '../support/containers/images.ts';
import { report, startTraffic } from '../support/containers/traffic.ts';
import {
  startUpstreamsForContainers,
  type UpstreamsForContainers,
} from '../support/containers/upstreams.ts';
import { eventually } from '../support/eventually.ts';

const PROVIDERS = ['frankfurter', 'gold-api', 'coingecko'];

describeWithCompose('compose.yaml', () => {
  const started = new AsyncDisposableStack();
  let world: UpstreamsForContainers;
  let composed: StartedDockerComposeEnvironment;
  let origin: string;

  /** What a test may not leave as it is: the image's build, the public providers, the fixed port. */
  const overrides = async (port: number): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'compose-'));
    started.defer(() => rm(folder, { recursive: true }));
    const file = join(folder, 'overrides.yaml');
    await writeFile(
      file,
      `services:
  service:
    build: !reset null
    image: ${await buildImage('service')}
    environment: ${JSON.stringify(world.env)}
    extra_hosts: ["${HOST_ENTRY.host}:${HOST_ENTRY.ipAddress}"]
  balancer:
    ports: !override ["127.0.0.1:${port}:8080"]
`,
    );
    return file;
  };

  beforeAll(async () => {
    world = await startUpstreamsForContainers(PROVIDERS);
    started.defer(() => world.close());
    const port = await freePort();
    composed = await new DockerComposeEnvironment(PROJECT, ['compose.yaml', await overrides(port)])
      .withEnvironment({ REDIS_IMAGE, HAPROXY_IMAGE })
      // Not for their health checks, of which the first comes after half a minute.
      .withDefaultWaitStrategy(Wait.forLogMessage(/./))
      .up();
    started.defer(async () => void (await composed.down({ timeout: 1_000 })));
    origin = `http://127.0.0.1:${port}`;
  }, 300_000);

  afterAll(async () => {
    await started.disposeAsync();
  }, 60_000);

  it('is two replicas that answer as one, with one set of upstream calls', async () => {
    await eventually(async () => {
      expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
    }, 20_000);
    const traffic = startTraffic([origin], 50);
    await delay(2_000);
    const seen = report(await traffic.stop());

    expect(seen).toMatchObject({
      failures: [],
      wentBack: [],
      snapshots: 1,
      mostBodiesPerSnapshot: 1,
      mostValidatorsPerSnapshot: 1,
    });
    const asked = PROVIDERS.map((name) => world.upstreams.provider(name).calls);
    // No URL twice: Frankfurter has two, the others one.
    expect(asked.map(({ urls }) => new Set(urls).size)).toEqual([2, 1, 1]);
    expect(asked.map(({ count }) => count)).toEqual([2, 1, 1]);
  }, 60_000);

  it('loses no request when a replica is stopped', async () => {
    const traffic = startTraffic([origin], 100);
    await delay(500);
    const exitCode = await stop(composed.getContainer('service-1'), 20);
    await delay(1_000);

    expect(exitCode).toBe(0);
    expect(report(await traffic.stop()).failures).toEqual([]);
  }, 60_000);
});

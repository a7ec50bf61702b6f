import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOGUE } from '../../../src/adapters/providers/catalogue.ts';
import { loadSettings } from '../../../src/config.ts';
import { createContainer, TOKENS } from '../../../src/container.ts';
import { createPollSchedule } from '../../../src/domain/market/poll-schedule.ts';
import { startService } from '../../../src/service.ts';
import { RecordingLogger } from '../http/recording-logger.ts';
import { datasetAsOf, writeFiles } from '../salary-laws/dataset-files.ts';
import { RECORDED_AT, startUpstreams, type Upstreams } from '../upstreams/index.ts';
import { ShiftedClock } from './shifted-clock.ts';
import { TestService } from './test-service.ts';

export type Env = Readonly<Record<string, string>>;

export interface TestServiceOptions {
  /** On top of what sends the service to the simulator, a free port and the world's folder. */
  readonly env?: Env;
  /** Asks each source at the pace that its public host allows, as if it were that host. */
  readonly publicPace?: boolean;
}

/**
 * What surrounds a service: a clock, every provider's host, and a folder for what outlives it.
 * Services started here one after another find what the one before has left.
 */
export class TestWorld {
  readonly clock: ShiftedClock;
  readonly upstreams: Upstreams;
  /** Removed with the world. */
  readonly folder: string;
  readonly #services: TestService[] = [];
  readonly #time: { frozenAt?: number };
  readonly #dataset: string;

  private constructor(
    clock: ShiftedClock,
    upstreams: Upstreams,
    folder: string,
    time: { frozenAt?: number },
  ) {
    this.clock = clock;
    this.upstreams = upstreams;
    this.folder = folder;
    this.#time = time;
    this.#dataset = join(folder, 'dataset');
  }

  /** @param startsAt Unix ms; the recorded minute, a Monday morning, unless told otherwise. */
  static async start(startsAt = RECORDED_AT): Promise<TestWorld> {
    const clock = new ShiftedClock(startsAt);
    const time: { frozenAt?: number } = {};
    const upstreams = await startUpstreams({ now: () => time.frozenAt ?? clock.now() });
    const folder = await mkdtemp(join(tmpdir(), 'service-'));
    await writeFiles(join(folder, 'dataset'), datasetAsOf(startsAt));
    return new TestWorld(clock, upstreams, folder, time);
  }

  /** From now on every provider repeats what it says at this moment, dates included. */
  freezeUpstreams(): void {
    this.#time.frozenAt = this.clock.now();
  }

  thawUpstreams(): void {
    delete this.#time.frozenAt;
  }

  /** The same for every provider, such as `(upstream) => upstream.status(500)`. */
  everyUpstream(act: (upstream: ReturnType<Upstreams['provider']>) => void): void {
    for (const name of this.upstreams.names) act(this.upstreams.provider(name));
  }

  /** Requests that each provider has received since the last reset. */
  calls(): Readonly<Record<string, number>> {
    const { names, provider } = this.upstreams;
    return Object.fromEntries(names.map((name) => [name, provider(name).calls.count]));
  }

  /** The whole service over real sockets; clock and log alone are the test's. */
  async startService({ env, publicPace = false }: TestServiceOptions = {}): Promise<TestService> {
    const settings = loadSettings({
      env: {
        HOST: '127.0.0.1',
        PORT: '0',
        // Far longer than anything here takes on a busy machine: a test lets them pass by the clock.
        UPSTREAM_TIMEOUT_MS: '10000',
        MARKET_WAIT_MS: '15000',
        CACHE_URL: `file:${join(this.folder, 'market')}`,
        SALARY_LAWS_DIR: this.#dataset,
        ...this.upstreams.env,
        ...env,
      },
      providers: CATALOGUE.map(({ profile }) => profile.name),
    });
    const container = createContainer(settings);
    const logger = new RecordingLogger();
    container.register(TOKENS.clock, { useValue: this.clock });
    container.register(TOKENS.logger, { useValue: logger });
    if (publicPace) {
      const policy = container.resolve(TOKENS.marketPolicy);
      const schedule = createPollSchedule({
        ttlMs: settings.market.ttlMs,
        keepsOwnPace: () => true,
        random: Math.random,
      });
      container.register(TOKENS.marketPolicy, { useValue: { ...policy, schedule } });
    }
    const service = new TestService(await startService(container), container, logger);
    this.#services.push(service);
    return service;
  }

  async close(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()));
    await this.upstreams.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

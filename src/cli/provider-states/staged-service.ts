import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { DirectorySource } from '../../adapters/dataset/directory-source.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { CATALOGUE } from '../../adapters/providers/catalogue.ts';
import type { RefreshMarket } from '../../application/refresh-market.ts';
import { loadSettings, PROJECT_DIRECTORY, type Settings } from '../../config.ts';
import { createContainer, TOKENS } from '../../container.ts';
import type { PublishedSalaryLaws, ValidPublication } from '../../domain/salary-laws/dataset.ts';
import { startService } from '../../service.ts';
import { ControlledClock } from './controlled-clock.ts';
import { controlledLaws } from './controlled-laws.ts';
import { ControlledRates } from './controlled-rates.ts';
import type { Scene } from './scene.ts';

/** The real application with a scene behind its ports, on a loopback port of its own. */
export interface StagedService {
  readonly host: string;
  readonly port: number;
  /** To be called before each request, for scenes that a request would end (`live`). */
  prepare(): void;
  /** The entity tag of the salary laws in service; undefined if there are none. */
  salaryLawsTag(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What scenes are made of, read once. */
export interface StageProperties {
  readonly laws: ValidPublication;
  /** Unix ms at which every scene's clock stands. */
  readonly now: number;
}

/** A Wednesday: gold is traded. */
export const CONTRACT_INSTANT = Date.UTC(2026, 11, 2, 12);

/** Well past the five minutes of the internal cache, well within what may be served as stale. */
const STALE_AFTER_MS = 600_000;

/** @throws {Error} if the dataset of this repository is not sound. */
export async function loadProperties(now: number = CONTRACT_INSTANT): Promise<StageProperties> {
  const source = new DirectorySource({
    directory: join(PROJECT_DIRECTORY, 'data/salary-laws'),
    digest: sha256,
    clock: systemClock,
  });
  const first = await source.read();
  // One without a seal is only taken at the second look.
  const reading = first.outcome === 'unsettled' ? await source.read() : first;
  if (reading.outcome !== 'read') {
    throw new Error('the dataset in data/salary-laws is not sound; npm run dataset -- check');
  }
  // A directory judges every entry itself, so what it publishes is valid.
  return { laws: reading.published as PublishedSalaryLaws as ValidPublication, now };
}

export async function openScene(
  scene: Scene,
  { laws, now }: StageProperties,
): Promise<StagedService> {
  const settings = settingsFor(scene);
  const clock = new ControlledClock(now);
  const container = createContainer(settings);
  const rates = new ControlledRates(container.resolve(TOKENS.recordedQuotes), clock);
  container.register(TOKENS.clock, { useValue: clock });
  container.register(TOKENS.rateProviders, { useValue: rates.providers });
  container.register(TOKENS.datasetSources, { useValue: [controlledLaws(laws, scene, now)] });

  const service = await startService(container);
  const refresher = container.resolve(TOKENS.refreshMarket);
  if (scene.market === 'unavailable') rates.fail();
  await wholeRefresh(refresher);
  if (scene.market === 'stale') {
    rates.fail();
    clock.advance(STALE_AFTER_MS);
    await wholeRefresh(refresher);
  }

  let stopped: Promise<void> | undefined;
  if (scene.draining) stopped = service.stop();
  const { host, port } = service;
  return {
    host,
    port,
    prepare: () => {
      // Past its time, the next request must wait for a new snapshot.
      if (scene.market === 'live') clock.advance(settings.market.ttlMs + 1);
    },
    salaryLawsTag: async () => {
      const answer = await fetch(`http://${host}:${port}/api/data/salary-laws`, {
        method: 'HEAD',
        // As a caller without content coding gets it; each coding has a tag of its own.
        headers: { 'accept-encoding': 'identity' },
      });
      return answer.headers.get('etag') ?? undefined;
    },
    close: async () => {
      stopped ??= service.stop();
      clock.advance(settings.shutdown.drainMs);
      await stopped;
    },
  };
}

/** A refresh is over a little later than what it assembled is there; the clock must not move before. */
async function wholeRefresh(refresher: RefreshMarket): Promise<void> {
  await refresher.refresh();
  while (refresher.running) await setImmediate();
}

/** Production's, so that the sample never stands in for rates that a scene withholds. */
function settingsFor({ irr }: Scene): Settings {
  const settings = loadSettings({
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      CACHE_URL: 'memory:',
    },
    providers: CATALOGUE.map(({ profile }) => profile.name),
  });
  return { ...settings, market: { ...settings.market, irr } };
}

import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import {
  datasetAsOf,
  edited,
  type Files,
  writeFiles,
} from '../support/salary-laws/dataset-files.ts';
import type { TestService } from '../support/service/test-service.ts';
import { TestWorld } from '../support/service/test-world.ts';
import { RECORDED_AT } from '../support/upstreams/index.ts';

interface YearFile {
  insuranceRate: number;
  taxBrackets: { upTo: number | null }[];
}

const sound = (): Files => datasetAsOf(RECORDED_AT);

/** A rate beyond one, brackets out of order, a file that is cut off: three faults in three files. */
const broken = (): Files => {
  const files = edited<YearFile>(sound(), 'years/1403.json', (year) => {
    year.insuranceRate = 7;
  });
  const unordered = edited<YearFile>(files, 'years/1404.json', (year) => {
    year.taxBrackets.reverse();
  });
  const cutOff = unordered.get('years/1405.json')?.slice(0, 400) ?? '';
  return new Map([...unordered, ['years/1405.json', cutOff]]);
};

describe('the salary laws at start', () => {
  let world: TestWorld;
  let directory: string;
  let sets = 0;
  beforeEach(async () => {
    world = await TestWorld.start();
    directory = join(world.folder, 'salary-laws');
  });
  afterEach(() => world.close());

  /** Puts a whole set in place in one step, as a deployment does; by hand it might be seen half done. */
  const publish = async (files: Files) => {
    sets += 1;
    const set = join(world.folder, `set-${sets}`);
    await mkdir(set);
    await writeFiles(set, files);
    await symlink(set, `${set}.link`);
    await rename(`${set}.link`, directory);
  };

  const start = () =>
    world.startService({ env: { SALARY_LAWS_DIR: directory, SALARY_LAWS_POLL_MS: '50' } });

  const refusals = (service: TestService) =>
    service.logger.at('warn').filter(({ message }) => message.startsWith('salary laws'));

  const expectOnlyMarketServed = async (service: TestService) => {
    expect((await service.market()).freshness).toBe('live');
    const laws = await service.get('/api/data/salary-laws');
    expect(laws.status).toBe(500);
    expect(laws.json()).toEqual({ ok: false, error: expect.any(String) });
    expect(laws.headers.get('cache-control')).toBe('no-store');
    const ready = await service.get('/api/ready');
    expect(ready.status).toBe(503);
    expect(ready.json()).toMatchObject({ waitingFor: ['salary-laws'] });
    const health = await service.get('/api/health');
    expect(health.status).toBe(503);
    expect(health.json()).toMatchObject({ checks: { salaryLaws: { status: 'degraded' } } });
    expect((await service.get('/api/version')).json()).toMatchObject({ salaryLaws: null });
    // What is wrong is the operator's to know, and not where it lies on the machine.
    expect(health.text() + laws.text()).not.toContain(directory);
  };

  const expectHealed = async (service: TestService) => {
    const laws = await eventually(async () => {
      const response = await service.get('/api/data/salary-laws');
      expect(response.status).toBe(200);
      return response;
    });
    expect(Object.keys(laws.json<{ years: object }>().years)).toContain('1405');
    expect((await service.get('/api/ready')).status).toBe(200);
    expect((await service.get('/api/health')).status).toBe(200);
    expect(refusals(service)).toHaveLength(1);
    expect(service.logger.at('error')).toEqual([]);
  };

  it('broken: the market answers, one line names every fault with file and path, mending heals', async () => {
    await publish(broken());
    const service = await start();
    await expectOnlyMarketServed(service);
    expect(refusals(service)).toHaveLength(1);
    const faults = refusals(service)[0]?.fields.faults;
    for (const [file, path] of [
      ['years/1403.json', '/insuranceRate'],
      ['years/1404.json', '/taxBrackets'],
      ['years/1405.json', ''],
    ]) {
      expect(faults).toContainEqual(expect.stringContaining(`${file}${path ? ` ${path}` : ''}`));
    }

    await publish(sound());
    await expectHealed(service);
  });

  it.each([
    ['missing', false],
    ['empty', true],
  ])('%s: the market answers, and files that appear are taken up', async (_, isThere) => {
    if (isThere) await publish(new Map());
    const service = await start();
    await expectOnlyMarketServed(service);
    expect(refusals(service)).toHaveLength(1);
    await publish(sound());
    await expectHealed(service);
  });

  it('without a seal: the service runs, and is ready with the second look', async () => {
    await publish(
      edited<Record<string, unknown>>(sound(), 'manifest.json', (manifest) => {
        delete manifest.contentDigest;
      }),
    );
    const service = await world.startService({
      env: { SALARY_LAWS_DIR: directory, SALARY_LAWS_POLL_MS: '60000' },
    });
    await expectOnlyMarketServed(service);
    expect(refusals(service)).toEqual([]);
    world.clock.advance(60_000);
    await eventually(async () => {
      expect((await service.get('/api/ready')).status).toBe(200);
    });
  });

  it('a set that breaks while in service leaves the last good one there, and ready', async () => {
    await publish(sound());
    const service = await start();
    await service.market();
    const before = await service.get('/api/data/salary-laws');
    await publish(broken());
    await eventually(async () => {
      expect((await service.get('/api/health')).status).toBe(503);
    });
    const during = await service.get('/api/data/salary-laws');
    expect(during.text()).toBe(before.text());
    expect(during.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await service.get('/api/ready')).status).toBe(200);

    await publish(sound());
    await eventually(async () => {
      expect((await service.get('/api/health')).status).toBe(200);
    });
    expect(refusals(service)).toHaveLength(1);
  });
});

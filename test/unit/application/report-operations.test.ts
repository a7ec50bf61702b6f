import { describe, expect, it } from '@jest/globals';
import {
  OperationsReport,
  type SalaryLawsReport,
} from '../../../src/application/report-operations.ts';
import type { CacheStatus } from '../../../src/domain/ports/market-cache.ts';
import { settle } from '../../support/clock/manual-clock.ts';
import { createRig, TTL_MS } from '../../support/market/market-rig.ts';
import { HOUR } from '../../support/market/sources.ts';

const inService = { status: 'ok', version: '1405.1', revision: 'abc' } as const;
const none = { status: 'degraded', reason: 'no dataset', version: null, revision: null } as const;

function createReport(rig: ReturnType<typeof createRig>) {
  const parts: { laws: ReturnType<SalaryLawsReport['status']>; cache: CacheStatus } = {
    laws: inService,
    cache: { status: 'ok' },
  };
  const report = new OperationsReport({
    market: rig.market,
    refresher: rig.refresher,
    sources: rig.providers.map(({ profile }) => profile.name),
    salaryLaws: { status: () => parts.laws },
    cache: { status: () => parts.cache },
    build: { version: '1.2.3', commit: 'deadbee', builtAt: null },
  });
  return { report, parts };
}

describe('health', () => {
  it('waits for the first refresh, so that its first word is true', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    expect(await report.health()).toMatchObject({ status: 'ok' });
    expect(rig.polls()).toEqual([1, 1, 1]);
  });

  it('is well while the service is idle, however old the figures have become', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    await report.health();
    await rig.clock.advance(10 * HOUR);
    expect((await report.health()).status).toBe('ok');
    expect(rig.polls()).toEqual([1, 1, 1]);
  });

  it('shows each source with its state, its reason and its last success', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    rig.gold.fails('blocked');
    const { checks } = await report.health();
    expect(checks.sources).toEqual({
      status: 'ok',
      sources: {
        fiat: { state: 'up', lastSuccessAt: '2026-10-05T09:37:00.000Z' },
        gold: { state: 'down', reason: 'blocked, asked rarely', lastSuccessAt: null },
        coins: { state: 'up', lastSuccessAt: '2026-10-05T09:37:00.000Z' },
      },
    });
    expect(checks.market).toMatchObject({ status: 'degraded' });
  });

  it('does not wait for sources that an earlier process was told to leave alone', async () => {
    const before = createRig();
    for (const provider of before.providers) provider.fails('blocked');
    await before.refresher.refresh();
    await before.clock.advance(1_000);
    const rig = createRig({ clock: before.clock, cache: before.cache });
    await rig.refresher.restore();
    const { status, checks } = await createReport(rig).report.health();
    expect([status, checks.market]).toEqual([
      'degraded',
      { status: 'degraded', reason: 'no source has answered for a group' },
    ]);
    expect(rig.logger.at('warn')).toHaveLength(1);
    expect(rig.polls()).toEqual([0, 0, 0]);
  });

  it('is not degraded by one failing source while the figures are fresh', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    await rig.market.execute();
    rig.gold.fails('timeout');
    await rig.clock.advance(TTL_MS * 0.8);
    await rig.market.execute();
    await settle();
    expect((await report.health()).status).toBe('ok');
  });

  it.each([
    ['the dataset', { laws: none }, 'salaryLaws'],
    ['the cache', { cache: { status: 'degraded', reason: 'no answer' } as const }, 'cache'],
  ])('is degraded with %s', async (_name, changes, check) => {
    const rig = createRig();
    const { report, parts } = createReport(rig);
    Object.assign(parts, changes);
    const { status, checks } = await report.health();
    expect([status, checks[check]?.status]).toEqual(['degraded', 'degraded']);
  });
});

describe('ready', () => {
  it('asks for the first snapshot itself, since no traffic is let in before', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    expect(report.ready()).toEqual({ ready: false, status: 'starting', waitingFor: ['market'] });
    await settle();
    expect(report.ready()).toEqual({ ready: true, status: 'ready', waitingFor: [] });
    expect(rig.polls()).toEqual([1, 1, 1]);
  });

  it('stays so through an upstream outage, with stale figures', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    await rig.market.execute();
    for (const provider of rig.providers) provider.fails('unreachable');
    await rig.clock.advance(HOUR);
    await rig.market.execute();
    expect(report.ready().ready).toBe(true);
  });

  it('is not without a dataset', async () => {
    const rig = createRig();
    const { report, parts } = createReport(rig);
    await rig.market.execute();
    parts.laws = none;
    expect(report.ready()).toMatchObject({ ready: false, waitingFor: ['salary-laws'] });
  });

  it('ends with the drain', async () => {
    const rig = createRig();
    const { report } = createReport(rig);
    await rig.market.execute();
    report.beginDrain();
    expect(report.ready()).toEqual({ ready: false, status: 'draining', waitingFor: [] });
  });
});

describe('version', () => {
  it('tells the build and the dataset in service', () => {
    const { report, parts } = createReport(createRig());
    expect(report.version()).toEqual({
      version: '1.2.3',
      commit: 'deadbee',
      builtAt: null,
      interfaceVersion: '8.0.0',
      salaryLaws: { version: '1405.1', revision: 'abc' },
    });
    parts.laws = none;
    expect(report.version().salaryLaws).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import { createPollSchedule } from '../../../../src/domain/market/poll-schedule.ts';
import type { SourceOutage } from '../../../../src/domain/market/state.ts';
import { aProfile, HOUR, MINUTE } from '../../../support/market/sources.ts';

const TTL = 5 * MINUTE;
const live = aProfile({ pollEveryMs: MINUTE });
const hourly = aProfile({ cadence: 'daily', pollEveryMs: HOUR });

const scheduleWith = (random = 0, keepsOwnPace = true) =>
  createPollSchedule({ ttlMs: TTL, keepsOwnPace: () => keepsOwnPace, random: () => random });

const outage = (failures: number, code: SourceOutage['code'] = 'timeout'): SourceOutage => ({
  code,
  since: 0,
  failures,
});

describe('the poll schedule', () => {
  it('asks a live source ahead of the expiry, and a slow one at its own pace', () => {
    const schedule = scheduleWith();
    expect(schedule.intervalMs(live)).toBe(4 * MINUTE);
    expect(schedule.validForMs(live)).toBe(5 * MINUTE);
    expect(schedule.intervalMs(hourly)).toBe(HOUR);
    expect(schedule.validForMs(hourly)).toBe(75 * MINUTE);
  });

  it('asks a mirror of the operator’s own once per TTL', () => {
    expect(scheduleWith(0, false).intervalMs(hourly)).toBe(4 * MINUTE);
  });

  it('comes early by a tenth at most, and late only where early would be too often', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const next = scheduleWith().afterSuccess({ ...live, name }, 0);
        expect(next).toBeLessThanOrEqual(4 * MINUTE);
        expect(next).toBeGreaterThan(3.6 * MINUTE);
        const nextHour = scheduleWith().afterSuccess({ ...hourly, name }, 0);
        expect(nextHour).toBeGreaterThanOrEqual(HOUR);
        expect(nextHour).toBeLessThan(1.1 * HOUR);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves the regular polls to no chance, so that replicas ask when one would', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(random, random, (one, other) => {
        const next = scheduleWith(one).afterSuccess(live, 0);
        expect(scheduleWith(other).afterSuccess(live, 0)).toBe(next);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives each source of the catalogue a pace of its own', () => {
    const paces = CATALOGUE.map(({ profile }) => scheduleWith(0, false).afterSuccess(profile, 0));
    expect(new Set(paces).size).toBe(CATALOGUE.length);
    expect(Math.min(...paces)).toBeLessThan(3.7 * MINUTE);
    expect(Math.max(...paces)).toBeGreaterThan(3.9 * MINUTE);
  });

  it('doubles the time between retries up to the regular interval, then probes once per TTL', () => {
    const waits = [1, 2, 3, 4, 5, 6, 50].map((failures) =>
      scheduleWith().afterFailure(live, outage(failures), 0),
    );
    expect(waits.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 300, 300, 300]);
  });

  it('makes no more calls in an outage of ten TTLs than a healthy hour would, and three retries', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), (random) => {
        const schedule = scheduleWith(random);
        let now = 0;
        let calls = 0;
        for (let failures = 1; now < 10 * TTL; failures += 1) {
          calls += 1;
          now = schedule.afterFailure(live, outage(failures), now);
        }
        const healthy = Math.ceil((10 * TTL) / (schedule.intervalMs(live) * 0.9));
        expect(calls).toBeLessThanOrEqual(healthy + 3);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['Retry-After beyond the own interval', outage(1, 'rate-limited'), 1_200_000, 1_200_000],
    ['Retry-After shorter than the own back-off', outage(1, 'rate-limited'), 1_000, 300_000],
    ['a 429 that does not say', outage(1, 'rate-limited'), undefined, 300_000],
    ['a block', outage(1, 'blocked'), undefined, 6 * HOUR],
    ['a Retry-After of a year', outage(1, 'http-status'), 365 * 24 * HOUR, 24 * HOUR],
  ])('honours %s', (_name, failed, retryAfterMs, wait) => {
    expect(scheduleWith().afterFailure(live, failed, 0, retryAfterMs)).toBe(wait);
  });
});

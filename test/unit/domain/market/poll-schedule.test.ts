import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
    expect(schedule.afterSuccess(live, 0)).toBe(4 * MINUTE);
    expect(schedule.validForMs(live)).toBe(5 * MINUTE);
    expect(schedule.afterSuccess(hourly, 0)).toBe(HOUR);
    expect(schedule.validForMs(hourly)).toBe(75 * MINUTE);
  });

  it('asks a mirror of the operator’s own once per TTL', () => {
    expect(scheduleWith(0, false).afterSuccess(hourly, 0)).toBe(4 * MINUTE);
  });

  it('comes early by a tenth at most, and never late', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        const next = scheduleWith(random).afterSuccess(live, 0);
        expect(next).toBeLessThanOrEqual(4 * MINUTE);
        expect(next).toBeGreaterThan(3.6 * MINUTE - 1);
      }),
      { numRuns: 1_000 },
    );
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

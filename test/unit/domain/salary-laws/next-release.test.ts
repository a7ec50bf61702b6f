import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Manifest, ReleaseRecord } from '../../../../src/domain/salary-laws/manifest.ts';
import {
  releaseInstant,
  type Standing,
  versionNotPassed,
} from '../../../../src/domain/salary-laws/next-release.ts';
import { instantText } from '../../../../src/domain/salary-laws/seal.ts';
import { compareVersions } from '../../../../src/domain/salary-laws/version-label.ts';

const JANUARY = Date.UTC(2027, 0, 1);

const manifest = (version: string, publishedAt = JANUARY): Manifest => ({
  version,
  updatedAt: instantText(publishedAt).slice(0, 10),
  publishedAt: instantText(publishedAt),
  source: 's',
});

const record = (version: string, publishedAt = JANUARY): ReleaseRecord => ({
  publishedAt: instantText(publishedAt),
  contentDigest: `sha256:${'0'.repeat(64)}`,
  laws: {
    version,
    updatedAt: instantText(publishedAt).slice(0, 10),
    source: 's',
    years: {},
  },
});

const standing = (version: string, ...records: string[]): Standing => ({
  manifest: manifest(version),
  releases: records.map((each) => record(each)),
});

describe('the label of a new release', () => {
  test.each<[string, string, Standing, string | undefined]>([
    ['comes after the last record', '1.2', standing('1.1', '1.0', '1.1'), undefined],
    ['is not that of the last record', '1.1', standing('1.1', '1.1'), '1.1'],
    ['is not of the same rank', '1.1.0', standing('1.1', '1.1'), '1.1'],
    ['does not go back', '1.0', standing('1.2', '1.1', '1.2'), '1.2'],
    ['is not that of a manifest without records', '1.1', standing('1.1'), '1.1'],
    ['does not lower a manifest raised by hand', '1.2', standing('1.5', '1.1'), '1.5'],
    ['is not the one that was given by hand', '1.5', standing('1.5', '1.1'), '1.5'],
    ['may be that of an interrupted release', '1.2', standing('1.1', '1.1', '1.2'), undefined],
    ['may pass that of an interrupted release', '1.3', standing('1.1', '1.1', '1.2'), undefined],
    ['is no record beside others past the manifest', '1.3', standing('1.1', '1.2', '1.3'), '1.3'],
  ])('%s', (_, version, before, notPassed) => {
    expect(versionNotPassed(version, before)).toBe(notPassed);
  });

  test('comes after the manifest and all records but its own, whatever they are', () => {
    const label = fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 })
      .map((numbers) => numbers.join('.'));
    fc.assert(
      fc.property(label, label, fc.uniqueArray(label, { maxLength: 5 }), (wanted, own, others) => {
        const before = standing(own, ...others.toSorted(compareVersions));
        fc.pre(versionNotPassed(wanted, before) === undefined);
        expect(compareVersions(wanted, own)).toBeGreaterThan(0);
        for (const other of others) {
          if (other !== wanted) expect(compareVersions(wanted, other)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

test('the instant of a new release is past all that came before, and on no earlier day', () => {
  const instant = fc.integer({ min: 0, max: 4_000_000 }).map((seconds) => JANUARY + seconds * 1000);
  fc.assert(
    fc.property(instant, instant, instant, fc.nat(999), (at, held, now, ms) => {
      const before = { manifest: manifest('2', at), releases: [record('1', held)] };
      const released = releaseInstant('3', before, now + ms);
      expect(released % 1000).toBe(0);
      expect(released).toBeGreaterThanOrEqual(now);
      expect(released).toBeGreaterThan(Math.max(at, held));
    }),
  );
});

test('the record that an interrupted release has left does not put off its own instant', () => {
  const before = { manifest: manifest('1'), releases: [record('2', JANUARY + 3_600_000)] };
  expect(releaseInstant('2', before, JANUARY + 5000)).toBe(JANUARY + 5000);
});

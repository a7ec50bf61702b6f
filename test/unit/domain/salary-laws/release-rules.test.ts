import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../../../src/adapters/digest/sha256.ts';
import type { ValidSalaryLaws } from '../../../../src/domain/salary-laws/dataset.ts';
import { faultLine } from '../../../../src/domain/salary-laws/fault.ts';
import type { Manifest, ReleaseRecord } from '../../../../src/domain/salary-laws/manifest.ts';
import {
  publicationFaults,
  recordFaults,
} from '../../../../src/domain/salary-laws/release-rules.ts';
import { seal } from '../../../../src/domain/salary-laws/seal.ts';

const FILES = {
  manifest: 'manifest.json',
  yearOf: (year: string) => `years/${year}.json`,
  releaseOf: (version: string) => `releases/${version}.json`,
};

const laws = (version: string, updatedAt = '2027-01-01'): ValidSalaryLaws => ({
  version,
  updatedAt,
  source: 's',
  years: {},
});

const record = (content: ValidSalaryLaws, publishedAt: string): ReleaseRecord => ({
  publishedAt,
  contentDigest: seal(JSON.stringify(content), publishedAt, sha256),
  laws: content,
});

const MANIFEST: Manifest = {
  version: '2',
  updatedAt: '2027-01-01',
  publishedAt: '2027-01-01T10:00:00Z',
  source: 's',
  contentDigest: seal(JSON.stringify(laws('2')), '2027-01-01T10:00:00Z', sha256),
};
const OWN = record(laws('2'), MANIFEST.publishedAt);

const lines = (
  manifest: Manifest,
  releases: readonly ReleaseRecord[],
  content = laws('2'),
  now?: number,
): string[] => {
  const found = seal(JSON.stringify(content), manifest.publishedAt, sha256);
  const at = now === undefined ? {} : { now };
  return publicationFaults({ manifest, laws: content, seal: found, releases, ...at }, FILES).map(
    faultLine,
  );
};

describe('a folder proves its version', () => {
  test('with its seal, and with or without records of releases', () => {
    expect(lines(MANIFEST, [])).toEqual([]);
    expect(lines(MANIFEST, [record(laws('1'), '2026-12-01T00:00:00Z'), OWN])).toEqual([]);
  });

  test('not when the content has changed: the values that differ are named', () => {
    expect(lines(MANIFEST, [OWN], { ...laws('2'), source: 'other' })).toEqual([
      expect.stringMatching(/^manifest\.json \/contentDigest: found .*, expected sha256:/),
      'manifest.json /source: found "other", expected "s", as released in 2; a change needs a new version',
    ]);
  });

  test('not when its own record is missing among later ones', () => {
    const around = [
      record(laws('1'), '2026-12-01T00:00:00Z'),
      record(laws('3'), '2027-05-01T00:00:00Z'),
    ];
    expect(lines(MANIFEST, around)).toEqual([
      'releases/2.json: expected the record of version 2, which is missing',
    ]);
  });

  test('without a seal where it was raised by hand past every record, or with the one before', () => {
    const before = record(laws('1'), '2026-12-01T00:00:00Z');
    const { contentDigest: _seal, ...unsealed } = MANIFEST;
    expect(lines(unsealed, [before])).toEqual([]);
    expect(lines(unsealed, [])).toEqual([]);
    expect(lines({ ...MANIFEST, contentDigest: before.contentDigest }, [before])).toEqual([]);
  });

  test('not with a seal that fits nothing', () => {
    const before = record(laws('1'), '2026-12-01T00:00:00Z');
    const contentDigest = seal('{}', MANIFEST.publishedAt, sha256);
    expect(lines({ ...MANIFEST, contentDigest }, [before])).toContainEqual(
      expect.stringMatching(/^manifest\.json \/contentDigest: found /),
    );
  });

  test('not with the seal of a version before that is not recorded, and the way out is named', () => {
    const { contentDigest } = record(laws('1'), '2026-12-01T00:00:00Z');
    expect(lines({ ...MANIFEST, contentDigest }, [])).toEqual([
      expect.stringMatching(
        /a new version, and one that is raised by hand needs no contentDigest$/,
      ),
    ]);
  });

  test('not where the version was raised by hand and the time was not', () => {
    const before = record(laws('1'), MANIFEST.publishedAt);
    expect(lines({ ...MANIFEST, contentDigest: before.contentDigest }, [before])).toEqual([
      'manifest.json /publishedAt: found "2027-01-01T10:00:00Z", expected a time after that of version 1, 2027-01-01T10:00:00Z',
    ]);
  });

  test('not when time runs back', () => {
    const later = record(laws('1.9', '2027-02-01'), '2027-01-01T10:00:00Z');
    expect(lines(MANIFEST, [later, OWN])).toEqual([
      'manifest.json /publishedAt: found "2027-01-01T10:00:00Z", expected a time after that of version 1.9, 2027-01-01T10:00:00Z',
      'manifest.json /updatedAt: found "2027-01-01", expected 2027-02-01 or later, the day of version 1.9',
    ]);
  });

  test('whatever an interrupted release of a later version has left', () => {
    expect(lines(MANIFEST, [OWN, record(laws('3'), '2027-05-01T00:00:00Z')])).toEqual([]);
  });

  test('not in the future, where somebody asks', () => {
    expect(lines(MANIFEST, [], laws('2'), Date.UTC(2027, 0, 1, 9))).toEqual([
      'manifest.json /publishedAt: found "2027-01-01T10:00:00Z", expected no time in the future',
    ]);
    expect(lines(MANIFEST, [], laws('2'), Date.UTC(2027, 0, 1, 11))).toEqual([]);
  });

  test('not before the day it was last changed', () => {
    const manifest = {
      ...MANIFEST,
      updatedAt: '2027-01-02',
      contentDigest: seal(JSON.stringify(laws('2')), MANIFEST.publishedAt, sha256),
    };
    expect(lines(manifest, [])).toEqual([
      'manifest.json /publishedAt: found "2027-01-01T10:00:00Z", expected a time on or after updatedAt, 2027-01-02',
    ]);
  });
});

describe('a record of a release', () => {
  test('says for ever what it said', () => {
    expect(recordFaults(OWN, '2', 'releases/2.json', sha256)).toEqual([]);
    const altered = { ...OWN, laws: { ...OWN.laws, source: 'x' } };
    expect(recordFaults(altered, '2', 'releases/2.json', sha256).map(faultLine)).toEqual([
      expect.stringMatching(
        /^releases\/2\.json \/contentDigest: .*a released version never changes$/,
      ),
    ]);
  });

  test('is dated by a real instant', () => {
    const dated = record(laws('2'), '2026-12-31T23:59:60Z');
    expect(recordFaults(dated, '2', 'releases/2.json', sha256).map(faultLine)).toEqual([
      'releases/2.json /publishedAt: found "2026-12-31T23:59:60Z", expected an instant, such as ' +
        '2027-01-31T09:30:00Z; there is no second 60',
    ]);
  });

  test('bears the name of its version', () => {
    expect(recordFaults(OWN, '3', 'releases/3.json', sha256).map(faultLine)).toEqual([
      'releases/3.json /laws/version: found "2", expected 3, the version that the file name says',
    ]);
  });
});

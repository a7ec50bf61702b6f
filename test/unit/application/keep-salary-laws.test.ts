import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { KeepSalaryLaws } from '../../../src/application/keep-salary-laws.ts';
import { SalaryLawsUnavailable } from '../../../src/application/views.ts';
import type { DatasetReading } from '../../../src/domain/ports/dataset-source.ts';
import type { ValidPublication } from '../../../src/domain/salary-laws/dataset.ts';
import { FaultList } from '../../../src/domain/salary-laws/fault.ts';
import { publish } from '../../../src/domain/salary-laws/publication.ts';
import { RecordingLogger } from '../../support/http/recording-logger.ts';
import { repositoryYear } from '../../support/salary-laws/dataset-files.ts';
import { ScriptedSource } from '../../support/salary-laws/scripted-source.ts';
import { TurnClock } from '../../support/salary-laws/turn-clock.ts';

const JANUARY = Date.UTC(2027, 0, 1);

const dataset = (version: string, publishedAt = JANUARY, source = 'test'): ValidPublication =>
  publish(
    { version, updatedAt: '2027-01-01', source, years: { 1405: repositoryYear(1405) } },
    publishedAt,
    sha256,
  );

const read = (published: ValidPublication): DatasetReading => ({ outcome: 'read', published });
const refused: DatasetReading = {
  outcome: 'refused',
  faults: new FaultList().add([
    { file: 'years/1405.json', path: '/year', value: 1, expected: '1405' },
    { file: 'manifest.json', path: '', expected: 'this file, which is missing' },
  ]),
};

const kept = (...scripts: DatasetReading[][]) => {
  const clock = new TurnClock();
  const logger = new RecordingLogger();
  const sources = scripts.map((script, index) => new ScriptedSource(`source-${index}`, script));
  return { keep: new KeepSalaryLaws({ sources, clock, logger }), clock, logger, sources };
};

describe('with no valid dataset at the start', () => {
  test('the service runs, says so, and heals when one comes', async () => {
    const first = dataset('1');
    const { keep, clock, logger } = kept([refused, refused, read(first)]);
    await keep.start();
    expect(() => keep.execute()).toThrow(SalaryLawsUnavailable);
    expect(keep.status()).toEqual({
      status: 'degraded',
      reason: 'source-0: years/1405.json /year: found 1, expected 1405 (and 1 more)',
      version: null,
      revision: null,
    });
    await clock.turn();
    await clock.turn();
    expect(keep.execute()).toBe(first);
    expect(keep.status()).toEqual({ status: 'ok', version: '1', revision: first.revision });
    await keep.stop();
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'salary laws refused'],
      ['info', 'salary laws taken into service'],
    ]);
    expect(logger.lines[0]?.fields.faults).toEqual([
      'years/1405.json /year: found 1, expected 1405',
      'manifest.json: expected this file, which is missing',
    ]);
  });
});

test('of very many faults the first are logged, and all are counted, once', async () => {
  const fault = { file: 'years/1405.json', path: `/${'x'.repeat(900_000)}`, expected: 'none' };
  const faults = new FaultList().add(Array(60_000).fill(fault));
  const { keep, clock, logger } = kept([{ outcome: 'refused', faults }]);
  await keep.start();
  await clock.turn();
  await keep.stop();
  expect(keep.status().reason).toMatch(
    /^source-0: years\/1405\.json \/x{10,100}…: expected none \(and 59999 more\)$/,
  );
  expect(logger.lines).toHaveLength(1);
  expect(logger.lines[0]?.fields.moreFaults).toBe(59_980);
  expect(JSON.stringify(logger.lines[0]).length).toBeLessThan(10_000);
});

describe('a dataset in service', () => {
  test('gives way to a later version', async () => {
    const { keep, clock } = kept([read(dataset('1')), read(dataset('2', JANUARY + 1000))]);
    await keep.start();
    await clock.turn();
    expect(keep.execute().laws.version).toBe('2');
    await keep.stop();
  });

  test('stays when the next one is refused, and one line is logged per state', async () => {
    const first = dataset('1');
    const { keep, clock, logger } = kept([read(first), refused, refused, refused, read(first)]);
    await keep.start();
    await clock.turn();
    await clock.turn();
    await clock.turn();
    expect(keep.execute()).toBe(first);
    expect(keep.status().status).toBe('degraded');
    await clock.turn();
    expect(keep.status().status).toBe('ok');
    await keep.stop();
    expect(logger.lines.map(({ message }) => message)).toEqual([
      'salary laws taken into service',
      'salary laws refused',
      'salary laws source is sound again',
    ]);
  });

  test.each([
    ['content that changed under the same version', dataset('1', JANUARY, 'other'), /content/],
    ['the same content with another date', dataset('1', JANUARY + 1000), /publication time/],
    ['a later version that is not dated later', dataset('2', JANUARY), /a time after that/],
    ['an earlier version', dataset('0.9', JANUARY + 1000), /version 1, which is in service/],
  ])('never gives way to %s', async (_, offered, reason) => {
    const first = dataset('1');
    const { keep, clock } = kept([read(first), read(offered), read(offered), read(first)]);
    await keep.start();
    for (const _turn of [1, 2]) {
      await clock.turn();
      expect(keep.execute()).toBe(first);
      expect(keep.status().reason).toMatch(reason);
    }
    await clock.turn();
    expect(keep.status().status).toBe('ok');
    await keep.stop();
  });

  test('never gives way to one from the far future, nor is what follows kept out by it', async () => {
    const [first, typo] = [dataset('1'), dataset('2', Date.UTC(2062, 0, 1))];
    const mended = dataset('2.1', JANUARY + 1000);
    const { keep, clock, logger } = kept([read(first), read(typo), read(typo), read(mended)]);
    await keep.start();
    for (const _turn of [1, 2]) {
      await clock.turn();
      expect(keep.execute()).toBe(first);
      expect(keep.status().reason).toBe(
        'source-0: manifest.json /publishedAt: found "2062-01-01T00:00:00Z", expected a time at ' +
          "most a day ahead of this machine's clock",
      );
    }
    await clock.turn();
    expect(keep.execute()).toBe(mended);
    expect(keep.status().status).toBe('ok');
    await keep.stop();
    expect(logger.at('warn')).toHaveLength(1);
  });

  test('that was refused as too early is taken when its time comes', async () => {
    const early = dataset('2', Date.UTC(2027, 0, 3) + 1000);
    const { keep, clock } = kept([read(dataset('1')), read(early)]);
    await keep.start();
    await clock.turn();
    expect(keep.status().status).toBe('degraded');
    await clock.turn(2000);
    expect(keep.execute()).toBe(early);
    expect(keep.status().status).toBe('ok');
    await keep.stop();
  });

  test('from the far future is served where there is no other, and gives way to what mends it', async () => {
    const typo = dataset('2', Date.UTC(2062, 0, 1));
    const mended = dataset('2', JANUARY);
    const { keep, clock } = kept([read(typo), read(mended)]);
    await keep.start();
    expect(keep.execute()).toBe(typo);
    expect(keep.status().status).toBe('ok');
    await clock.turn();
    expect(keep.execute()).toBe(mended);
    expect(keep.status().status).toBe('ok');
    await keep.stop();
  });

  test('is not judged by a reading in mid-change', async () => {
    const { keep, clock } = kept([read(dataset('1')), { outcome: 'unsettled' }]);
    await keep.start();
    await clock.turn();
    expect(keep.status().status).toBe('ok');
    await keep.stop();
  });
});

describe('of two sources', () => {
  test('the later version is served, and the one that lags is no fault', async () => {
    const { keep } = kept([read(dataset('1'))], [read(dataset('2', JANUARY + 1000))]);
    await keep.start();
    await keep.stop();
    expect(keep.execute().laws.version).toBe('2');
    expect(keep.status().status).toBe('ok');
  });

  test('one that cannot be reached degrades the service and leaves the other in service', async () => {
    const { keep, logger } = kept(
      [read(dataset('1'))],
      [{ outcome: 'unreachable', reason: 'status 502' }],
    );
    await keep.start();
    expect(keep.execute().laws.version).toBe('1');
    expect(keep.status().reason).toBe('source-1: status 502');
    await keep.stop();
    expect(logger.lines.map(({ level }) => level).sort()).toEqual(['info', 'warn']);
  });

  test('what an unreachable one remembers of the far future is not served', async () => {
    const lastGood = dataset('3', Date.UTC(2062, 0, 1));
    const { keep } = kept(
      [read(dataset('1'))],
      [{ outcome: 'unreachable', reason: 'status 502', lastGood }],
    );
    await keep.start();
    expect(keep.execute().laws.version).toBe('1');
    await keep.stop();
  });

  test('what an unreachable one remembers is served, and the trouble told', async () => {
    const remembered = dataset('3', JANUARY + 2000);
    const { keep } = kept(
      [read(dataset('1'))],
      [{ outcome: 'unreachable', reason: 'status 502', lastGood: remembered }],
    );
    await keep.start();
    expect(keep.execute()).toBe(remembered);
    expect(keep.status().status).toBe('degraded');
    await keep.stop();
  });
});

test('a source that breaks its promise and rejects does not end the following', async () => {
  const { keep, clock, sources } = kept([refused, read(dataset('1'))]);
  sources[0]?.failOnce(new Error('boom'));
  await keep.start();
  expect(keep.status().reason).toBe('source-0: the source failed');
  await clock.turn();
  await clock.turn();
  expect(keep.execute().laws.version).toBe('1');
  await keep.stop();
});

test('after stop nothing is read any more', async () => {
  const { keep, sources } = kept([refused]);
  await keep.start();
  await keep.stop();
  expect(sources[0]?.readings).toBe(1);
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { SourceJournal, type SourceNote } from '../../../src/application/source-journal.ts';
import { type SourceState, UNASKED } from '../../../src/domain/market/state.ts';
import { ProviderError, type ProviderFailure } from '../../../src/domain/ports/rate-provider.ts';
import { RecordingLogger } from '../../support/http/recording-logger.ts';
import { NOW } from '../../support/market/sources.ts';

const UP: SourceState = { ...UNASKED, attemptedAt: NOW, succeededAt: NOW };

const up = (source: string): SourceNote => ({ source, state: UP, error: undefined });
const unasked = (source: string): SourceNote => ({ source, state: UNASKED, error: undefined });
const partial = (source: string): SourceNote => ({
  source,
  state: { ...UP, refusals: [{ instrument: 'crypto:BTC', reason: 'zero' }] },
  error: undefined,
});
const down = (source: string, code: ProviderFailure = 'timeout', failures = 1): SourceNote => ({
  source,
  state: { ...UP, outage: { code, since: NOW, failures } },
  error: new ProviderError(code, `${source}: ${code}`),
});

describe('the journal of the sources', () => {
  let logger: RecordingLogger;
  let journal: SourceJournal;

  beforeEach(() => {
    logger = new RecordingLogger();
    journal = new SourceJournal(logger);
  });

  /** What a note is told as, as far as operators see it. */
  const toldOf = (...notes: readonly SourceNote[]): readonly string[] => {
    const before = logger.lines.length;
    journal.note(notes);
    return logger.lines
      .slice(before)
      .filter(({ level }) => level !== 'debug')
      .map(({ level, message, fields }) => `${level} ${fields.source ?? '*'}: ${message}`);
  };

  it('tells of a state once, however long it lasts', () => {
    expect(toldOf(up('a'), up('b'))).toEqual([]);
    expect(toldOf(up('a'), down('b'))).toEqual(['warn b: source is down']);
    // The same outage, with its breaker open.
    expect(toldOf(up('a'), down('b', 'timeout', 9))).toEqual([]);
    expect(toldOf(up('a'), up('b'))).toEqual(['info b: source is up again']);
    expect(toldOf(up('a'), up('b'))).toEqual([]);
  });

  it('tells of an outage that goes on for another reason', () => {
    toldOf(up('a'), down('b'));
    expect(toldOf(up('a'), down('b', 'blocked'))).toEqual(['warn b: source is down']);
    expect(logger.lines.at(-1)?.fields).toMatchObject({ source: 'b', detail: 'b: blocked' });
  });

  it('tells of values that are not taken', () => {
    expect(toldOf(up('a'), partial('b'))).toEqual([
      'warn b: source answers, but some of its values are not taken',
    ]);
  });

  it('takes the loss of all sources at once for one event', () => {
    toldOf(up('a'), up('b'));
    expect(toldOf(down('a', 'unreachable'), down('b'))).toEqual(['warn *: no source answers']);
    expect(logger.lines.at(-1)?.fields).toEqual({
      reasons: { a: 'unreachable', b: 'timeout' },
      detail: 'a: unreachable',
    });
    expect(toldOf(up('a'), up('b'))).toEqual([
      'info a: source is up again',
      'info b: source is up again',
    ]);
  });

  it('does not warn of a machine that never had a network', () => {
    expect(toldOf(down('a'), down('b'))).toEqual(['info *: no source answers']);
  });

  it.each([
    ['one that is still up', [down('a'), up('b')]],
    ['one that has not been asked', [down('a'), unasked('b')]],
  ])('names the source where all but %s are lost', (_name, notes) => {
    expect(toldOf(...notes)).toEqual(['warn a: source is down']);
  });

  it('names a source that is the only one', () => {
    expect(toldOf(down('a'))).toEqual(['warn a: source is down']);
  });
});

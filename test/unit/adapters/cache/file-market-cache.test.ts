import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileMarketCache } from '../../../../src/adapters/cache/file-market-cache.ts';
import { marketStateCodec } from '../../../../src/adapters/cache/market-state-codec.ts';
import { CacheUnavailable, type Lease } from '../../../../src/domain/ports/market-cache.ts';
import { behavesAsMarketCache } from '../../../support/cache/market-cache-behaviour.ts';
import { stateAssembledAt, TEN_O_CLOCK } from '../../../support/cache/market-states.ts';
import { RecordingLogger } from '../../../support/http/recording-logger.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'market-cache-'));

behavesAsMarketCache(
  'file',
  async () => {
    const directory = await temporary();
    let now = TEN_O_CLOCK;
    return {
      open: async () =>
        new FileMarketCache({
          directory,
          codec: marketStateCodec,
          now: () => now,
          logger: new RecordingLogger(),
        }),
      elapse: async (ms) => {
        now += ms;
      },
      dispose: () => rm(directory, { recursive: true }),
    };
  },
  { outlivesProcess: true, shared: false },
);

describe('FileMarketCache', () => {
  let directory: string;
  let logger: RecordingLogger;

  beforeEach(async () => {
    directory = await temporary();
    logger = new RecordingLogger();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const open = (at = directory) =>
    new FileMarketCache({ directory: at, codec: marketStateCodec, now: () => TEN_O_CLOCK, logger });
  const lease: Lease = { token: 1 };
  const file = () => join(directory, 'market-state.json');

  it.each([
    ['empty', ''],
    ['cut off', marketStateCodec.encode(stateAssembledAt(TEN_O_CLOCK)).slice(0, 200)],
    ['of another schema', '{"schema":99,"state":{"snapshot":null,"sources":{}}}'],
    ['not JSON', '\u0000\u0001'],
  ])('takes a file that is %s for none, says so once, and writes over it', async (_name, text) => {
    await writeFile(file(), text);
    const cache = open();
    expect(await cache.read()).toBeUndefined();
    expect(await cache.read()).toBeUndefined();
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);

    const state = stateAssembledAt(TEN_O_CLOCK);
    await cache.write(state, lease);
    expect(await open().read()).toEqual(state);
  });

  it('leaves no draft beside the file', async () => {
    await open().write(stateAssembledAt(TEN_O_CLOCK), lease);
    expect(await readdir(directory)).toEqual(['market-state.json']);
  });

  it('makes its directory', async () => {
    const deep = join(directory, 'a', 'b');
    await open(deep).write(stateAssembledAt(TEN_O_CLOCK), lease);
    expect(await readFile(join(deep, 'market-state.json'), 'utf8')).toContain('"schema":1');
  });

  it('goes on from memory where the disk refuses, tells once, and heals', async () => {
    const blocked = join(directory, 'blocked');
    await writeFile(blocked, 'a file where the directory should be');
    const cache = open(blocked);
    const write = (at: number) => cache.write(stateAssembledAt(at), lease);

    await expect(write(TEN_O_CLOCK)).rejects.toThrow(CacheUnavailable);
    await expect(write(TEN_O_CLOCK + 1)).rejects.toThrow(CacheUnavailable);
    expect(cache.status()).toEqual({
      status: 'degraded',
      reason: 'the state cannot be written to disk',
    });
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);
    expect(await cache.read()).toEqual(stateAssembledAt(TEN_O_CLOCK + 1));

    await rm(blocked);
    expect(await write(TEN_O_CLOCK + 2)).toBe(true);
    expect(cache.status()).toEqual({ status: 'ok' });
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  });
});

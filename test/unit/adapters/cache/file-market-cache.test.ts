import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileMarketCache } from '../../../../src/adapters/cache/file-market-cache.ts';
import { marketStateCodec } from '../../../../src/adapters/cache/market-state-codec.ts';
import { behavesAsMarketCache } from '../../../support/cache/market-cache-behaviour.ts';
import { TEN_O_CLOCK } from '../../../support/cache/market-states.ts';
import { RecordingLogger } from '../../../support/http/recording-logger.ts';

behavesAsMarketCache(
  'a file',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'market-cache-'));
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

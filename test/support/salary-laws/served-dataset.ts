import { DirectorySource } from '../../../src/adapters/dataset/directory-source.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { createHttpServer } from '../../../src/adapters/http/http-server.ts';
import { KeepSalaryLaws } from '../../../src/application/keep-salary-laws.ts';
import type { Clock } from '../../../src/domain/ports/clock.ts';
import type { DatasetSource } from '../../../src/domain/ports/dataset-source.ts';
import { FakeUseCases } from '../http/fake-use-cases.ts';
import { RecordingLogger } from '../http/recording-logger.ts';

export interface ServedDataset {
  readonly keep: KeepSalaryLaws;
  readonly logger: RecordingLogger;
  /** Of the published document. */
  readonly url: string;
  /** Can be called again. */
  close(): Promise<void>;
}

/** The real source, keeper and HTTP stack over one folder. */
export const serveDataset = (
  directory: string,
  clock: Clock,
  pollMs: number,
): Promise<ServedDataset> =>
  serveSources([new DirectorySource({ directory, pollMs, digest: sha256, clock })], clock);

/** The real keeper and HTTP stack; the market beside them is a fake. */
export const serveSources = async (
  sources: readonly DatasetSource[],
  clock: Clock,
): Promise<ServedDataset> => {
  const logger = new RecordingLogger();
  const keep = new KeepSalaryLaws({ sources, clock, logger });
  const { market, operations } = new FakeUseCases();
  const names = { currency: (code: string) => code, crypto: (symbol: string) => symbol };
  const server = createHttpServer({
    market,
    salaryLaws: keep,
    operations,
    logger,
    names,
    openapi: () => ({}),
  });
  await keep.start();
  const { port } = await server.listen('127.0.0.1', 0);
  return {
    keep,
    logger,
    url: `http://127.0.0.1:${port}/api/data/salary-laws`,
    close: async () => {
      await keep.stop();
      await server.close(1000);
    },
  };
};

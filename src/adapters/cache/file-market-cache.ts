import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarketState } from '../../domain/market/state.ts';
import type { Logger } from '../../domain/ports/logger.ts';
import {
  type CacheStatus,
  CacheUnavailable,
  type Lease,
  type MarketCache,
} from '../../domain/ports/market-cache.ts';
import type { MarketStateCodec } from './market-state-codec.ts';
import { MemoryMarketCache } from './memory-market-cache.ts';

export interface FileMarketCacheOptions {
  /** Made if it does not exist. */
  readonly directory: string;
  readonly codec: MarketStateCodec;
  /** Unix ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

const FILE_NAME = 'market-state.json';

/**
 * Memory, with the last state on disk so that it survives a restart. For one process per directory.
 * The file is replaced whole: a reader, and a process that dies while writing, see the old or the new.
 */
export class FileMarketCache implements MarketCache {
  readonly #options: FileMarketCacheOptions;
  readonly #memory: MemoryMarketCache;
  #isRead = false;
  #trouble: string | undefined;

  constructor(options: FileMarketCacheOptions) {
    this.#options = options;
    this.#memory = new MemoryMarketCache(options.now);
  }

  async read(): Promise<MarketState | undefined> {
    if (!this.#isRead) {
      await this.#load();
      this.#isRead = true;
    }
    return this.#memory.read();
  }

  async write(state: MarketState, lease: Lease): Promise<boolean> {
    if (!(await this.#memory.write(state, lease))) return false;
    this.#isRead = true;
    try {
      await this.#replace(this.#options.codec.encode(state));
      this.#settle(undefined);
    } catch (cause) {
      this.#settle('the state cannot be written to disk', cause);
      throw new CacheUnavailable('the market state cannot be written to disk', { cause });
    }
    return true;
  }

  acquireLease(ttlMs: number): Promise<Lease | undefined> {
    return this.#memory.acquireLease(ttlMs);
  }

  releaseLease(lease: Lease): Promise<void> {
    return this.#memory.releaseLease(lease);
  }

  watch(): () => void {
    return this.#memory.watch();
  }

  status(): CacheStatus {
    return this.#trouble === undefined
      ? { status: 'ok' }
      : { status: 'degraded', reason: this.#trouble };
  }

  async close(): Promise<void> {}

  get #path(): string {
    return join(this.#options.directory, FILE_NAME);
  }

  async #load(): Promise<void> {
    const { codec, logger } = this.#options;
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.#settle('the state cannot be read from disk', cause);
      return;
    }
    const state = codec.decode(text);
    if (!state) {
      logger.warn(
        { file: FILE_NAME },
        'the stored market state is not one this version understands',
      );
      return;
    }
    const lease = await this.#memory.acquireLease(0);
    if (lease) await this.#memory.write(state, lease);
  }

  async #replace(text: string): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true });
    const draft = `${this.#path}.${process.pid}.tmp`;
    const file = await open(draft, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
  }

  /** Tells of a trouble when it begins and when it ends. */
  #settle(trouble: string | undefined, err?: unknown): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    const { logger } = this.#options;
    if (trouble) logger.warn({ err }, `market cache: ${trouble}`);
    else logger.info({}, 'market cache: the state is on disk again');
  }
}

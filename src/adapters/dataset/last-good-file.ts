import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** A response as it was accepted, to be judged again when it is read back. */
export interface StoredResponse {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string;
  readonly body: string;
  /** The seal of body and date (domain `seal.ts`): a disk can lose a bit, too. */
  readonly contentDigest: string;
}

const FILE = 'salary-laws-remote.json';

/** The last response that was accepted, on disk, so that a restart does not need the origin. */
export class LastGoodFile {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Undefined where there is none, or none that can be read: it is a cache, and can be lost. */
  async read(): Promise<StoredResponse | undefined> {
    try {
      const stored: unknown = JSON.parse(await readFile(join(this.#directory, FILE), 'utf8'));
      return isStored(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all: written beside and renamed over, and on the disk before the name is. */
  async write(response: StoredResponse): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const path = join(this.#directory, FILE);
    const beside = `${path}.${process.pid}.tmp`;
    const file = await open(beside, 'w');
    try {
      await file.writeFile(JSON.stringify(response));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  }
}

const isStored = (value: unknown): value is StoredResponse => {
  if (typeof value !== 'object' || value === null) return false;
  const { url, etag, lastModified, body, contentDigest } = value as Record<string, unknown>;
  return (
    typeof url === 'string' &&
    (etag === null || typeof etag === 'string') &&
    typeof lastModified === 'string' &&
    typeof body === 'string' &&
    typeof contentDigest === 'string'
  );
};

import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Pacts = Readonly<Record<string, unknown>>;

/** Pacts as a test run writes them, apart from those that are kept in the repository. */
export class PactBook {
  readonly directory: string;
  readonly #keptIn: string;

  /** @param keptIn the folder of the repository that has their like. */
  constructor(directory: string, keptIn: string) {
    this.directory = directory;
    this.#keptIn = keptIn;
  }

  /** A folder for pacts, gone with {@link discard}. */
  static folder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'pacts-'));
  }

  /** Each pact of this run by its file's name. */
  async pacts(): Promise<Pacts> {
    return readPacts(this.directory, await this.#names());
  }

  /** The pacts of the same names that are kept; with `UPDATE_PACTS=true`, this run's are from now on. */
  async kept(): Promise<Pacts> {
    const names = await this.#names();
    if (process.env.UPDATE_PACTS === 'true') {
      for (const name of names)
        await copyFile(join(this.directory, name), join(this.#keptIn, name));
    }
    return readPacts(this.#keptIn, names);
  }

  discard(): Promise<void> {
    return rm(this.directory, { recursive: true });
  }

  async #names(): Promise<readonly string[]> {
    return (await readdir(this.directory)).filter((name) => name.endsWith('.json')).toSorted();
  }
}

async function readPacts(directory: string, names: readonly string[]): Promise<Pacts> {
  const pacts = names.map(async (name) => {
    const document: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'));
    return [name, document] as const;
  });
  return Object.fromEntries(await Promise.all(pacts));
}

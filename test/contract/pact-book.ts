import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pacts as a test run writes them, apart from those that are kept. */
export interface PactBook {
  readonly directory: string;
  /** Each pact by its file's name. */
  pacts(): Promise<Readonly<Record<string, unknown>>>;
  discard(): Promise<void>;
}

export async function openPactBook(): Promise<PactBook> {
  const directory = await mkdtemp(join(tmpdir(), 'pacts-'));
  return {
    directory,
    pacts: () => readPacts(directory),
    discard: () => rm(directory, { recursive: true }),
  };
}

export async function readPacts(directory: string): Promise<Readonly<Record<string, unknown>>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted();
  const documents = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8'))),
  );
  return Object.fromEntries(names.map((name, index) => [name, documents[index]]));
}

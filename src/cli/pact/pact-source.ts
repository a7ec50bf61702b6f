import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fetchDocument } from './fetch-document.ts';
import { type BrokerCredentials, isUrl } from './options.ts';
import { type PactSummary, summarize } from './pact-document.ts';
import { PactProblem } from './problem.ts';

/** A pact that was found, and is one. */
export interface PactSource extends PactSummary {
  /** As it was named, for messages; or its URL. */
  readonly place: string;
  /** It never passed on the provider's branch, so that a failure does not count. */
  readonly pending: boolean;
  /** What a broker wants to be told to whoever reads the result, and when. */
  readonly notices: readonly { readonly when?: string | null | undefined; readonly text: string }[];
}

const UNTOLD = { pending: false, notices: [] } as const;

/**
 * @param directory where relative places start.
 * @throws {PactProblem} for whatever is not a pact.
 */
export async function findPacts(
  places: readonly string[],
  credentials: BrokerCredentials,
  directory: string,
): Promise<readonly PactSource[]> {
  const found = await Promise.all(places.map((place) => at(place, credentials, directory)));
  return found.flat();
}

async function at(
  place: string,
  credentials: BrokerCredentials,
  directory: string,
): Promise<readonly PactSource[]> {
  if (isUrl(place)) {
    const summary = summarize(await fetchDocument(place, credentials), place);
    return [{ place, ...summary, ...UNTOLD }];
  }
  const files = (await isFolder(directory, place)) ? await pactFilesIn(directory, place) : [place];
  return Promise.all(
    files.map(async (file) => ({
      place: file,
      ...summarize(await readText(directory, file), file),
      ...UNTOLD,
      // A copy of a broker's pact is a file like others: nobody asked for its results.
      links: undefined,
    })),
  );
}

async function isFolder(directory: string, place: string): Promise<boolean> {
  try {
    return (await stat(resolve(directory, place))).isDirectory();
  } catch (error) {
    throw new PactProblem(reasonOf(error, place));
  }
}

async function pactFilesIn(directory: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(directory, folder));
  const names = entries.filter((name) => name.endsWith('.json')).toSorted();
  if (names.length === 0) throw new PactProblem(`${folder} holds no pact files (*.json)`);
  return names.map((name) => join(folder, name));
}

async function readText(directory: string, file: string): Promise<string> {
  try {
    return await readFile(resolve(directory, file), 'utf8');
  } catch (error) {
    throw new PactProblem(reasonOf(error, file));
  }
}

function reasonOf(error: unknown, place: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${place}: no such file or folder`;
  if (code === 'EACCES') return `${place} may not be read`;
  return `${place}: ${message}`;
}

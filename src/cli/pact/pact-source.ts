import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchDocument } from './fetch-document.ts';
import type { BrokerCredentials } from './options.ts';
import { type PactSummary, summarize } from './pact-document.ts';
import { PactProblem } from './problem.ts';

/** A pact that was found, and is one. */
export interface PactSource extends PactSummary {
  /** A file's path or a URL, as the verifier takes it. */
  readonly place: string;
}

/** @throws {PactProblem} for whatever is not a pact. */
export async function findPacts(
  places: readonly string[],
  credentials: BrokerCredentials,
): Promise<readonly PactSource[]> {
  const found = await Promise.all(places.map((place) => at(place, credentials)));
  return found.flat();
}

async function at(place: string, credentials: BrokerCredentials): Promise<readonly PactSource[]> {
  if (/^https?:\/\//i.test(place)) {
    return [{ place, ...summarize(await fetchDocument(place, credentials), place) }];
  }
  const files = (await isFolder(place)) ? await pactFilesIn(place) : [place];
  return Promise.all(
    files.map(async (file) => ({ place: file, ...summarize(await readText(file), file) })),
  );
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    throw new PactProblem(reasonOf(error, place));
  }
}

async function pactFilesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  if (names.length === 0) throw new PactProblem(`${folder} holds no pact files (*.json)`);
  return names.map((name) => join(folder, name));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
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

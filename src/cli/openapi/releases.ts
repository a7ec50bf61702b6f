import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT_DIRECTORY } from '../../config.ts';

const CURRENT = join(PROJECT_DIRECTORY, 'docs/openapi.yaml');
const RELEASES = join(PROJECT_DIRECTORY, 'docs/releases');
const RELEASE_FILE = /^openapi-(\d+)\.(\d+)\.(\d+)\.yaml$/;

/** The interface description of this tree. */
export const currentDescription = (): object => readYaml(CURRENT);

/** The latest released description, and its version. */
export function lastRelease(): { readonly version: string; readonly description: object } {
  const [latest] = readdirSync(RELEASES)
    .filter((name) => RELEASE_FILE.test(name))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (!latest) throw new Error(`${RELEASES} holds no released description`);
  return {
    version: latest.replace(RELEASE_FILE, '$1.$2.$3'),
    description: readYaml(join(RELEASES, latest)),
  };
}

const readYaml = (path: string): object => parse(readFileSync(path, 'utf8')) as object;

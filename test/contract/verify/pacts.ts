import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Interaction {
  readonly description: string;
  readonly states?: readonly (string | { name: string; params: Record<string, unknown> })[];
  readonly path: string;
  readonly method?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body?: unknown;
}

/** A V3 pact in which every value is literal. */
export const pactOf = (...interactions: readonly Interaction[]) => ({
  consumer: { name: 'test consumer' },
  provider: { name: 'reference-data-service' },
  interactions: interactions.map(
    ({ description, states = [], path, method = 'GET', requestHeaders, status, body }) => ({
      description,
      providerStates: states.map((state) => (typeof state === 'string' ? { name: state } : state)),
      request: { method, path, ...(requestHeaders && { headers: requestHeaders }) },
      response: { status, ...(body !== undefined && { body }) },
    }),
  ),
  metadata: { pactSpecification: { version: '3.0.0' } },
});

/** A folder for pacts, gone with the test. */
export class PactFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<PactFolder> {
    return new PactFolder(await mkdtemp(join(tmpdir(), 'pacts-')));
  }

  /** @returns the file's path. */
  async write(name: string, content: unknown): Promise<string> {
    const file = join(this.path, name);
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  discard(): Promise<void> {
    return rm(this.path, { recursive: true });
  }
}

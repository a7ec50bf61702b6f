import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStage } from '../provider-states/stage.ts';
import type { StageProperties } from '../provider-states/staged-service.ts';
import { enumerated, passedOver } from './coverage.ts';
import type { PactSource } from './pact-source.ts';
import type { PactResult } from './publication.ts';
import { interpret } from './report.ts';
import { VerifierError, verify } from './verification.ts';

/** Time for one request; the first one also starts the application. */
const REQUEST_PATIENCE_MS = 30_000;

/** What became of one pact, and what did not become of it. */
export interface PactTrial extends PactResult {
  /** Why not all of it was verified, if so; a sentence. */
  readonly gap: string | undefined;
  /** The verifier's own account, line by line. */
  readonly output: readonly string[];
}

/**
 * Holds the service to one pact, by a verifier of its own: it passes over whatever it cannot read, and
 * must not drop other pacts with it.
 * @param service a running service; else one is staged, from `properties`.
 */
export async function tryPact(
  pact: PactSource,
  provider: string,
  service: string | StageProperties,
): Promise<PactTrial> {
  const stage = typeof service === 'string' ? undefined : await startStage(service);
  const folder = await mkdtemp(join(tmpdir(), 'pact-'));
  try {
    const file = join(folder, 'pact.json');
    await writeFile(file, pact.text);
    const verification = await verify({
      provider,
      providerBaseUrl: typeof service === 'string' ? service : (stage?.origin ?? ''),
      ...(stage && {
        providerStatesSetupUrl: stage.statesUrl,
        providerStatesSetupTeardown: true,
      }),
      pactUrls: [file],
      logLevel: 'error',
      timeout: REQUEST_PATIENCE_MS,
    });
    const reported = verification.interactionResults.map(({ description }) => description);
    const left = passedOver(pact.interactions, reported);
    const [error] = verification.errors;
    const cause = reported.length === 0 && error ? plain(error.mismatch.message ?? '') : '';
    return {
      pact,
      success: verification.result && left.length === 0,
      interactions: interpret(verification, stage?.faults ?? [], pact.pending),
      gap:
        left.length > 0
          ? gapIn(pact, enumerated(left), cause.replaceAll(file, pact.place))
          : undefined,
      output: verification.output,
    };
  } catch (error) {
    if (!(error instanceof VerifierError)) throw error;
    const names = enumerated(pact.interactions.map(({ description }) => description));
    return {
      pact,
      success: false,
      interactions: [],
      gap: gapIn(pact, names, error.message),
      output: [],
    };
  } finally {
    await stage?.close();
    await rm(folder, { recursive: true });
  }
}

const gapIn = ({ place }: PactSource, names: string, cause: string): string =>
  `${place} is not verified in full: the verifier passed over ${names}${cause && `: ${cause}`}`;

// The verifier paints its messages.
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m|\\\\x1b\\[[0-9;]*m`, 'g');
const plain = (message: string): string => message.replaceAll(ESCAPES, '');

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderDefinition } from '../../adapters/providers/provider.ts';
import { PROJECT_DIRECTORY } from '../../config.ts';
import { whatIsInTheWay } from './reachability.ts';
import { interpret } from './report.ts';
import { askable } from './upstream-pact.ts';
import { VerifierError, verify } from './verification.ts';

/** What became of one provider's agreement. */
export interface Finding {
  readonly provider: string;
  readonly verdict: 'as agreed' | 'changed' | 'unreachable';
  /** The first departure, or why nobody was reached; else how much was verified. */
  readonly detail: string;
}

export interface UpstreamTarget extends Pick<ProviderDefinition, 'profile'> {
  /** Where the host is asked: the provider's own origin, or the one in the settings. */
  readonly origin: string;
}

const PACTS = join(PROJECT_DIRECTORY, 'test/contract/upstreams');
const ANSWER_PATIENCE_MS = 30_000;
const SHOWN_REASONS = 2;

/** Some hosts refuse callers without a name. */
const HEADERS = {
  'User-Agent': 'reference-data-service (contract verification)',
  Accept: 'application/json, application/xml;q=0.9, text/xml;q=0.9, text/plain;q=0.5',
};

/** Holds one provider's host to what its adapter reads: one call per request that the adapter makes. */
export async function examine({ profile, origin }: UpstreamTarget, now: number): Promise<Finding> {
  const provider = profile.name;
  const obstacle = await whatIsInTheWay(new URL(origin));
  if (obstacle) return { provider, verdict: 'unreachable', detail: obstacle };

  const folder = await mkdtemp(join(tmpdir(), 'upstream-'));
  try {
    const kept = join(PACTS, `reference-data-service-${provider}.json`);
    const pact = join(folder, 'pact.json');
    const document: unknown = JSON.parse(await readFile(kept, 'utf8'));
    await writeFile(pact, JSON.stringify(askable(document, now)));
    const verification = await verify({
      provider,
      providerBaseUrl: origin,
      pactUrls: [pact],
      customProviderHeaders: HEADERS,
      timeout: ANSWER_PATIENCE_MS,
      logLevel: 'error',
    });
    const interactions = interpret(verification, []);
    if (interactions.length === 0) throw new VerifierError(`nothing was asked of ${provider}`);
    const failed = interactions.find(({ verdict }) => verdict === 'fails');
    if (!failed) {
      return { provider, verdict: 'as agreed', detail: `requests: ${interactions.length}` };
    }
    return {
      provider,
      verdict: 'changed',
      detail: `${failed.description}: ${shortened(failed.reasons)}`,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A changed list departs at every element: the first few say it all. */
function shortened(reasons: readonly string[]): string {
  const rest = reasons.length - SHOWN_REASONS;
  const shown = reasons.slice(0, SHOWN_REASONS).join('; ');
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

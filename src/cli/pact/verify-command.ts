import { type Stage, startStage } from '../provider-states/stage.ts';
import { loadProperties } from '../provider-states/staged-service.ts';
import { reachBroker } from './broker.ts';
import { readRevision } from './git.ts';
import type { VerifyOptions } from './options.ts';
import { findPacts, type PactSource } from './pact-source.ts';
import { PactProblem } from './problem.ts';
import { interpret, lines } from './report.ts';
import { type Verification, verify } from './verification.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type VerifierOptions = Parameters<typeof verify>[0];

export const EXIT = { holds: 0, fails: 1, nothingVerified: 2 } as const;

/** Time for one request; the first one also starts the application. */
const REQUEST_PATIENCE_MS = 30_000;

/**
 * Verifies what the options name, and prints the result.
 * @returns the exit code, 0 or 1.
 * @throws {PactProblem} where nothing could be verified.
 */
export async function verifyPacts(
  options: VerifyOptions,
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  // npm changes to the project's folder; a path is meant from where the command was typed.
  const directory = env.INIT_CWD ?? process.cwd();
  const pacts = await findPacts(options.places, options.credentials, directory);
  if (options.brokerUrl) await reachBroker(options.brokerUrl, options.credentials);
  if (options.serviceUrl) refuseStates(pacts);

  const stage = options.serviceUrl ? undefined : await startStage(await loadProperties());
  try {
    const verification = await verify({
      ...target(options, stage),
      ...sources(options, pacts),
      ...publication(options, env),
      logLevel: 'error',
      timeout: REQUEST_PATIENCE_MS,
      ...(options.consumer && { consumerFilters: [options.consumer] }),
    });
    return conclude(verification, stage, options, print);
  } finally {
    await stage?.close();
  }
}

function conclude(
  verification: Verification,
  stage: Stage | undefined,
  { allowNone, verbose }: VerifyOptions,
  print: (line: string) => void,
): number {
  if (verbose) for (const line of verification.output) print(line);
  for (const { text } of verification.notices) if (text) print(text);
  const interactions = interpret(verification, stage?.faults ?? []);
  if (interactions.length > 0) {
    for (const line of lines(interactions)) print(line);
    return verification.result ? EXIT.holds : EXIT.fails;
  }
  const [error] = verification.errors;
  if (error) throw new PactProblem(plain(error.mismatch.message ?? error.interaction));
  if (!allowNone) throw new PactProblem('there is no pact to verify; --allow-none to accept that');
  print('There is no pact to verify.');
  return EXIT.holds;
}

const target = ({ serviceUrl, provider }: VerifyOptions, stage: Stage | undefined) => ({
  provider,
  providerBaseUrl: serviceUrl ?? stage?.origin ?? '',
  ...(stage && {
    providerStatesSetupUrl: stage.statesUrl,
    providerStatesSetupTeardown: true,
  }),
});

function sources(options: VerifyOptions, pacts: readonly PactSource[]): Partial<VerifierOptions> {
  const { token, username, password } = options.credentials;
  return {
    ...(pacts.length > 0 && { pactUrls: pacts.map(({ location }) => location) }),
    ...(options.brokerUrl && {
      pactBrokerUrl: options.brokerUrl,
      consumerVersionSelectors: [...options.selectors],
      enablePending: options.pending,
      ...(options.includeWipSince && { includeWipPactsSince: options.includeWipSince }),
      failIfNoPactsFound: false,
    }),
    ...(token && { pactBrokerToken: token }),
    ...(username && { pactBrokerUsername: username }),
    ...(password && { pactBrokerPassword: password }),
  };
}

/** Pending and work in progress are relative to a branch, so it is told whether or not we publish. */
function publication(options: VerifyOptions, env: Environment): Partial<VerifierOptions> {
  const revision = readRevision(env);
  const version = options.providerVersion ?? revision.version;
  const branch = options.branch ?? revision.branch;
  if (options.publish && !version) {
    throw new PactProblem('results can be published for a version only: --provider-version');
  }
  return {
    ...(branch && { providerVersionBranch: branch }),
    ...(version && { providerVersion: version }),
    ...(options.publish && { publishVerificationResult: true }),
  };
}

function refuseStates(pacts: readonly PactSource[]): void {
  const stateful = pacts.find((pact) => pact.stateful.length > 0);
  if (!stateful) return;
  throw new PactProblem(
    `${stateful.place} needs provider states ("${stateful.stateful[0]}"), into which a running service cannot be put; verify it without --url`,
  );
}

// The verifier paints its messages.
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m|\\\\x1b\\[[0-9;]*m`, 'g');
const plain = (message: string): string => message.replaceAll(ESCAPES, '');

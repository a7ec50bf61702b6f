import { loadProperties } from '../provider-states/staged-service.ts';
import { pactsForVerification } from './broker.ts';
import { readRevision } from './git.ts';
import type { VerifyOptions } from './options.ts';
import { choosePacts } from './pact-choice.ts';
import { findPacts, type PactSource } from './pact-source.ts';
import { type PactTrial, tryPact } from './pact-trial.ts';
import { PactProblem } from './problem.ts';
import { type Build, Publication } from './publication.ts';
import { whatIsInTheWay } from './reachability.ts';
import { lines } from './report.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

export const EXIT = { holds: 0, fails: 1, incomplete: 2 } as const;

/**
 * Verifies what the options name, and prints the result.
 * @returns the exit code, 0 or 1.
 * @throws {PactProblem} where something could not be verified, or a result is not stored.
 */
export async function verifyPacts(
  options: VerifyOptions,
  env: Environment,
  print: Print,
): Promise<number> {
  const build = buildOf(options, env);
  // npm changes to the project's folder; a path is meant from where the command was typed.
  const directory = env.INIT_CWD ?? process.cwd();
  const found = options.brokerUrl
    ? await pactsForVerification(options.brokerUrl, options, build.branch)
    : await findPacts(options.places, options.credentials, directory);
  const { pacts, remarks } = choosePacts(found, options);
  for (const remark of remarks) print(remark);
  if (pacts.length === 0) return nothing(options, print);
  if (options.serviceUrl) await prepare(options.serviceUrl, pacts);

  const trials: PactTrial[] = [];
  const properties = options.serviceUrl ?? (await loadProperties());
  for (const pact of pacts) {
    tellNotices(pact, 'before_verification', print);
    const trial = await tryPact(pact, options.provider, properties);
    if (options.verbose) for (const line of trial.output) print(line);
    trials.push(trial);
  }
  const interactions = trials.flatMap((trial) => trial.interactions);
  if (interactions.length > 0) for (const line of lines(interactions)) print(line);
  const gaps = trials.flatMap(({ gap }) => gap ?? []);
  const losses = options.publish ? await publish(trials, options, build, print) : [];
  const [first, ...rest] = [...gaps, ...losses];
  if (first) throw new PactProblem([first, ...rest].join('\n'));
  const fails = interactions.some(({ verdict }) => verdict === 'fails');
  return fails ? EXIT.fails : EXIT.holds;
}

function nothing({ allowNone }: VerifyOptions, print: Print): number {
  if (!allowNone) throw new PactProblem('there is no pact to verify; --allow-none to accept that');
  print('There is no pact to verify.');
  return EXIT.holds;
}

/** Pending and work in progress are relative to a branch, so it is told whether or not we publish. */
function buildOf(
  { providerVersion, branch, publish: publishes }: VerifyOptions,
  env: Environment,
): Partial<Build> & Pick<Build, 'branch'> {
  const revision = readRevision(env);
  const version = providerVersion ?? revision.version;
  if (publishes && !version) {
    throw new PactProblem('results can be published for a version only: --provider-version');
  }
  return { ...(version && { version }), branch: branch ?? revision.branch };
}

/** @returns a sentence for each cause that kept results from being stored. */
async function publish(
  trials: readonly PactTrial[],
  { credentials }: VerifyOptions,
  { version, branch }: Partial<Build> & Pick<Build, 'branch'>,
  print: Print,
): Promise<readonly string[]> {
  const published = trials.filter(({ pact, gap }) => pact.links && gap === undefined);
  if (trials.every(({ pact }) => !pact.links)) {
    print('Nothing was published: only a pact from a broker says where its result goes.');
  }
  const publication = new Publication(credentials, { version: version ?? '', branch });
  const losses: string[] = [];
  for (const [index, trial] of published.entries()) {
    const { success, pact } = trial;
    try {
      await publication.publish(trial);
      tellNotices(pact, `after_verification:success_${success}_published_true`, print);
    } catch (error) {
      if (!(error instanceof PactProblem)) throw error;
      // A broker that does not answer, or does not let us in, would not for the next either.
      const isLost = error.status === undefined || error.status === 401 || error.status === 403;
      const lost = isLost ? published.slice(index) : [trial];
      const consumers = lost.map((each) => each.pact.consumer).join(', ');
      losses.push(`the results for ${consumers} are not stored: ${error.message}`);
      if (isLost) break;
    }
  }
  return losses;
}

function tellNotices({ notices }: PactSource, moment: string, print: Print): void {
  for (const { when, text } of notices) if (when === moment) print(text);
}

/** @throws {PactProblem} if a running service cannot be held to the pacts. */
async function prepare(serviceUrl: string, pacts: readonly PactSource[]): Promise<void> {
  for (const { place, interactions } of pacts) {
    const state = interactions.flatMap(({ states }) => states)[0];
    if (state === undefined) continue;
    throw new PactProblem(
      `${place} needs the provider state "${state}", into which a running service cannot be put; verify it without --url`,
    );
  }
  const obstacle = await whatIsInTheWay(new URL(serviceUrl));
  if (obstacle) throw new PactProblem(`${serviceUrl} cannot be reached: ${obstacle}`);
}

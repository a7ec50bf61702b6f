import { parseArgs } from 'node:util';
import type { ConsumerVersionSelector } from '@pact-foundation/pact-core';
import { z } from 'zod';
import { PactProblem } from './problem.ts';

export const USAGE = `Usage: npm run pact:verify -- <pact file | folder | URL> …
       npm run pact:verify -- --broker-base-url <URL>

Starts the service, puts it into the provider states that the pacts name, and holds it to them.
Exit code 0: all hold; 1: some do not; 2: something could not be verified,
or a result not stored.

  --url <URL>                verify a running service instead; the pacts must name no state
  --consumer <name>          only this consumer's pacts
  --verbose                  also print what the verifier itself says

Broker (PACT_BROKER_BASE_URL, PACT_BROKER_TOKEN or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD;
PACT_URL verifies the one pact that a webhook names)
  --broker-base-url <URL>
  --provider <name>          the provider's name there; reference-data-service
  --selectors <JSON>         consumer version selectors; main branch, matching branch, and whatever
                             is deployed or released
  --no-pending               let a pact that never passed fail the run
  --include-wip-since <day>  also verify work in progress that is newer than YYYY-MM-DD, as pending
  --publish                  tell the broker the results (PACT_PUBLISH_RESULTS=true)
  --provider-version <id>    the git commit, unless given
  --branch <name>            the git branch, unless given
  --allow-none               no pact at all is a success`;

/** What the service is called in pacts and at a broker, unless the command says otherwise. */
export const OWN_NAME = 'reference-data-service';

export interface BrokerCredentials {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface VerifyOptions {
  /** Files, folders and URLs; empty where a broker chooses the pacts. */
  readonly places: readonly string[];
  readonly serviceUrl?: string;
  readonly consumer?: string;
  readonly verbose: boolean;
  readonly brokerUrl?: string;
  readonly credentials: BrokerCredentials;
  readonly provider: string;
  readonly selectors: readonly ConsumerVersionSelector[];
  readonly pending: boolean;
  readonly includeWipSince?: string;
  readonly publish: boolean;
  readonly providerVersion?: string;
  readonly branch?: string;
  readonly allowNone: boolean;
}

/** Whatever must not break when a consumer deploys: https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors */
const DEFAULT_SELECTORS: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { matchingBranch: true },
  { deployedOrReleased: true },
];

const selectorList = z.array(
  z.strictObject({
    mainBranch: z.boolean().exactOptional(),
    matchingBranch: z.boolean().exactOptional(),
    branch: z.string().exactOptional(),
    deployedOrReleased: z.boolean().exactOptional(),
    deployed: z.boolean().exactOptional(),
    released: z.boolean().exactOptional(),
    environment: z.string().exactOptional(),
    consumer: z.string().exactOptional(),
    tag: z.string().exactOptional(),
    fallbackTag: z.string().exactOptional(),
    latest: z.boolean().exactOptional(),
  }),
);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @returns `help` where that is what was asked for.
 * @throws {PactProblem} for arguments that make no sense.
 */
export function readOptions(args: readonly string[], env: Environment): VerifyOptions | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const brokerUrl = values['broker-base-url'] ?? env.PACT_BROKER_BASE_URL;
  const webhookPact = values['broker-base-url'] ? undefined : env.PACT_URL;
  const places = positionals.length > 0 ? positionals : webhookPact ? [webhookPact] : [];
  if (places.length === 0 && !brokerUrl) throw new PactProblem(`no pact is named\n\n${USAGE}`);
  if (positionals.length > 0 && values['broker-base-url']) {
    throw new PactProblem('name either pacts or a broker that chooses them, not both');
  }
  checkServiceUrl(values.url, places);
  return {
    places,
    verbose: values.verbose,
    provider: values.provider,
    selectors: readSelectors(values.selectors ?? env.PACT_CONSUMER_VERSION_SELECTORS),
    pending: values.pending,
    publish: values.publish || env.PACT_PUBLISH_RESULTS === 'true',
    allowNone: values['allow-none'],
    credentials: readCredentials(env, places.length === 0 || places.some(isUrl)),
    ...known({
      serviceUrl: values.url,
      consumer: values.consumer,
      // A pact that is named is verified alone, whatever broker the environment knows.
      brokerUrl: places.length === 0 ? brokerUrl : undefined,
      includeWipSince: readDay(values['include-wip-since'] ?? env.PACT_INCLUDE_WIP_PACTS_SINCE),
      providerVersion: values['provider-version'] ?? env.PACT_PROVIDER_VERSION,
      branch: values.branch ?? env.PACT_PROVIDER_BRANCH,
    }),
  };
}

export const isUrl = (place: string): boolean => /^https?:\/\//i.test(place);

function checkServiceUrl(text: string | undefined, places: readonly string[]): void {
  if (text === undefined) return;
  if (!isUrl(text) || !URL.canParse(text)) {
    throw new PactProblem(`--url takes an address such as https://service.example, not "${text}"`);
  }
  if (places.length > 0) return;
  throw new PactProblem(
    '--url takes pact files, folders or URLs: a broker may choose pacts with states',
  );
}

/** @param isAsked whether a broker or another server is; files need none. */
function readCredentials(env: Environment, isAsked: boolean): BrokerCredentials {
  if (!isAsked) return {};
  const credentials: BrokerCredentials = known({
    token: env.PACT_BROKER_TOKEN,
    username: env.PACT_BROKER_USERNAME,
    password: env.PACT_BROKER_PASSWORD,
  });
  const { token, username, password } = credentials;
  if (token && (username || password)) {
    throw new PactProblem(
      'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME with PACT_BROKER_PASSWORD exclude each other; unset one',
    );
  }
  if (username && !password) {
    throw new PactProblem('PACT_BROKER_USERNAME is set without PACT_BROKER_PASSWORD');
  }
  if (password && !username) {
    throw new PactProblem('PACT_BROKER_PASSWORD is set without PACT_BROKER_USERNAME');
  }
  return credentials;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        url: { type: 'string' },
        consumer: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        'broker-base-url': { type: 'string' },
        provider: { type: 'string', default: OWN_NAME },
        selectors: { type: 'string' },
        pending: { type: 'boolean', default: true },
        'include-wip-since': { type: 'string' },
        publish: { type: 'boolean', default: false },
        'provider-version': { type: 'string' },
        branch: { type: 'string' },
        'allow-none': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PactProblem(`${error instanceof Error ? error.message : error}; see --help`);
  }
}

/** The members that have a value; an empty variable is how shells spell "not set". */
const known = <Key extends string>(
  members: Readonly<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value)) as Partial<
    Record<Key, string>
  >;

function readSelectors(text: string | undefined): readonly ConsumerVersionSelector[] {
  if (!text) return DEFAULT_SELECTORS;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new PactProblem('the consumer version selectors are not JSON');
  }
  const selectors = selectorList.safeParse(document);
  if (!selectors.success) {
    throw new PactProblem(`consumer version selectors: ${z.prettifyError(selectors.error)}`);
  }
  return selectors.data;
}

function readDay(text: string | undefined): string | undefined {
  if (!text || z.iso.date().safeParse(text).success) return text;
  throw new PactProblem('work in progress is included since a day, YYYY-MM-DD');
}

import { OWN_NAME, type VerifyOptions } from './options.ts';
import type { PactSource } from './pact-source.ts';
import { PactProblem } from './problem.ts';

/** What a consumer who knows the specification alone calls this service. */
const TITLE = 'Public Reference Data Service';

/** The pacts that are verified, and a line for each thing that was found and is not. */
export interface PactChoice {
  readonly pacts: readonly PactSource[];
  readonly remarks: readonly string[];
}

/**
 * Leaves out what is not for this service: pacts with other providers, and messages.
 * @throws {PactProblem} where that leaves nothing of what was found.
 */
export function choosePacts(
  found: readonly PactSource[],
  { provider, consumer }: Pick<VerifyOptions, 'provider' | 'consumer'>,
): PactChoice {
  const wanted = consumer ? found.filter((pact) => pact.consumer === consumer) : found;
  const own = ownPacts(wanted, provider);
  const pacts = own.filter(({ interactions }) => interactions.length > 0);
  const [messagesAlone] = own;
  if (messagesAlone && pacts.length === 0) {
    throw new PactProblem(
      `${messagesAlone.place} has no HTTP interactions: this service exchanges no messages`,
    );
  }
  const others = wanted.filter((pact) => !own.includes(pact));
  return {
    pacts,
    remarks: [
      ...(others.length > 0
        ? [`Left out, as pacts with other providers: ${others.map(namedPact).join(', ')}.`]
        : []),
      ...own.filter(({ messages }) => messages > 0).map(messageRemark),
    ],
  };
}

/** Those with this provider; or all, if they agree on another name for it. */
function ownPacts(pacts: readonly PactSource[], provider: string): readonly PactSource[] {
  const names = new Set([provider, ...(provider === OWN_NAME ? [TITLE] : [])].map(folded));
  const own = pacts.filter((pact) => names.has(folded(pact.provider)));
  const others = new Set(pacts.map((pact) => pact.provider));
  if (own.length > 0 || others.size <= 1) return own.length > 0 ? own : pacts;
  throw new PactProblem(
    `none of the pacts is with ${provider}: they are with ${[...others].join(', ')}; --provider says which to verify`,
  );
}

/** Case and the choice between spaces, hyphens and underscores carry no meaning in a name. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');

const namedPact = ({ place, provider }: PactSource): string => `${place} (${provider})`;

const messageRemark = ({ place, messages }: PactSource): string =>
  `Not verified, since this service exchanges no messages: ${messages} ${messages === 1 ? 'message' : 'messages'} in ${place}.`;

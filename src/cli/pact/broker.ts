import { z } from 'zod';
import { fetchDocument } from './fetch-document.ts';
import type { BrokerCredentials } from './options.ts';
import { PactProblem } from './problem.ts';

const index = z.looseObject({
  _links: z.looseObject({ 'pb:provider-pacts-for-verification': z.looseObject({}) }),
});

/**
 * Makes sure that there is a broker which lets us in, before the verifier asks it.
 * @throws {PactProblem} if there is not.
 */
export async function reachBroker(url: string, credentials: BrokerCredentials): Promise<void> {
  const text = await fetchDocument(url, credentials);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = undefined;
  }
  if (!index.safeParse(document).success) {
    throw new PactProblem(
      `${url} is no Pact Broker: its index has no link pb:provider-pacts-for-verification`,
    );
  }
}

import { z } from 'zod';
import { asJson, fetchDocument } from './fetch-document.ts';
import type { VerifyOptions } from './options.ts';
import { summarize } from './pact-document.ts';
import type { PactSource } from './pact-source.ts';
import { PactProblem } from './problem.ts';

const FOR_VERIFICATION = 'pb:provider-pacts-for-verification';

const link = z.looseObject({ href: z.string() });

const index = z.looseObject({ _links: z.looseObject({ [FOR_VERIFICATION]: link }) });

const chosen = z.looseObject({
  _embedded: z.looseObject({
    pacts: z.array(
      z.looseObject({
        verificationProperties: z
          .looseObject({
            pending: z.boolean().nullish(),
            notices: z
              .array(z.looseObject({ when: z.string().nullish(), text: z.string() }))
              .nullish(),
          })
          .nullish(),
        _links: z.looseObject({ self: link }),
      }),
    ),
  }),
});

type BrokerOptions = Pick<
  VerifyOptions,
  'credentials' | 'provider' | 'selectors' | 'pending' | 'includeWipSince'
>;

/**
 * The pacts that a broker chooses. Asked for here and not by the verifier, which says nothing of a
 * pact that it cannot read nor of a result that is not taken.
 * @param branch pending and work in progress are relative to it.
 * @throws {PactProblem} if there is no broker, or it does not let us in.
 */
export async function pactsForVerification(
  url: string,
  { credentials, provider, selectors, pending, includeWipSince }: BrokerOptions,
  branch: string | undefined,
): Promise<readonly PactSource[]> {
  const start = index.safeParse(asJson(await fetchDocument(url, credentials)));
  if (!start.success) {
    throw new PactProblem(`${url} is no Pact Broker: its index has no link ${FOR_VERIFICATION}`);
  }
  const { href } = start.data._links[FOR_VERIFICATION];
  const place = new URL(href.replace('{provider}', encodeURIComponent(provider)), url).href;
  const document = {
    consumerVersionSelectors: selectors,
    includePendingStatus: pending,
    ...(branch && { providerVersionBranch: branch }),
    ...(includeWipSince && { includeWipPactsSince: includeWipSince }),
  };
  const answer = await unlessUnknown(
    fetchDocument(place, credentials, { method: 'POST', document }),
  );
  if (answer === undefined) return [];
  const list = chosen.safeParse(asJson(answer));
  if (!list.success) throw new PactProblem(`${place} does not answer with a list of pacts`);
  return Promise.all(
    list.data._embedded.pacts.map(async ({ verificationProperties: told, _links: { self } }) => {
      const location = new URL(self.href, url).href;
      return {
        place: location,
        ...summarize(await fetchDocument(location, credentials), location),
        pending: told?.pending === true,
        notices: told?.notices ?? [],
      };
    }),
  );
}

/** Before the first pact, a broker does not know the provider. */
async function unlessUnknown(answer: Promise<string>): Promise<string | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PactProblem && error.status === 404) return undefined;
    throw error;
  }
}

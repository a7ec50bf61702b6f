import { z } from 'zod';
import { asJson, fetchDocument } from './fetch-document.ts';
import type { BrokerCredentials } from './options.ts';
import type { PactSource } from './pact-source.ts';
import { PactProblem } from './problem.ts';
import type { ReportedInteraction } from './report.ts';

/** Which build the results are of. */
export interface Build {
  readonly version: string;
  readonly branch: string | undefined;
}

/** What became of one pact. */
export interface PactResult {
  readonly pact: PactSource;
  readonly success: boolean;
  readonly interactions: readonly ReportedInteraction[];
}

const BRANCH_VERSION = 'pb:branch-version';

const pacticipant = z.looseObject({
  _links: z.looseObject({ [BRANCH_VERSION]: z.looseObject({ href: z.string() }).optional() }),
});

/** Tells a broker the results, pact by pact. */
export class Publication {
  readonly #credentials: BrokerCredentials;
  readonly #build: Build;
  /** Pages of the provider, on each of which the version was put on its branch. */
  readonly #branched = new Set<string>();

  constructor(credentials: BrokerCredentials, build: Build) {
    this.#credentials = credentials;
    this.#build = build;
  }

  /** @throws {PactProblem} if the broker does not take it. */
  async publish({ pact, success, interactions }: PactResult): Promise<void> {
    if (!pact.links) throw new PactProblem(`${pact.place} names no place for results`);
    if (pact.links.provider) await this.#putOnBranch(new URL(pact.links.provider, pact.place).href);
    await fetchDocument(new URL(pact.links.results, pact.place).href, this.#credentials, {
      method: 'POST',
      document: {
        providerApplicationVersion: this.#build.version,
        success,
        testResults: interactions.map((each) => ({
          ...(each.id && { interactionId: each.id }),
          interactionDescription: each.description,
          success: each.verdict === 'holds',
          ...(each.reasons.length > 0 && {
            mismatches: each.reasons.map((description) => ({ description })),
          }),
        })),
        verifiedBy: { implementation: 'pact:verify' },
      },
    });
  }

  async #putOnBranch(page: string): Promise<void> {
    const { branch, version } = this.#build;
    if (!branch || this.#branched.has(page)) return;
    const known = pacticipant.safeParse(asJson(await fetchDocument(page, this.#credentials)));
    // Brokers had no branches until version 2.86.
    const href = known.data?._links[BRANCH_VERSION]?.href
      .replace('{branch}', encodeURIComponent(branch))
      .replace('{version}', encodeURIComponent(version));
    if (href) {
      const place = new URL(href, page).href;
      await fetchDocument(place, this.#credentials, { method: 'PUT', document: {} });
    }
    this.#branched.add(page);
  }
}

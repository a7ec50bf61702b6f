import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A pact as the broker holds it. */
export interface HeldPact {
  readonly content: { readonly consumer: { readonly name: string } };
  /** It never passed on the provider's branch, so a failure must not count. */
  readonly pending?: boolean;
  /** It is work in progress: told only to who asks for such since a day. */
  readonly workInProgress?: boolean;
}

/** What a verification was asked for, as the documented request body has it. */
export interface ForVerification {
  readonly consumerVersionSelectors: readonly Readonly<Record<string, unknown>>[];
  readonly includePendingStatus: boolean;
  readonly providerVersionBranch?: string;
  readonly includeWipPactsSince?: string;
}

/** A result as it was published. */
export interface PublishedResult {
  readonly consumer: string;
  readonly success: boolean;
  readonly providerApplicationVersion: string;
}

/**
 * A test double of a Pact Broker: a local HTTP server that speaks as much of its documented HAL API
 * as a verifier uses (https://docs.pact.io/pact_broker/api). It chooses no pacts by selectors: it
 * records them, and gives what it was told to hold.
 */
export class BrokerDouble {
  readonly asked: ForVerification[] = [];
  readonly results: PublishedResult[] = [];
  /** `branch version`, as versions were put on branches. */
  readonly branches: string[] = [];
  /** The status with which results are refused, by consumer. */
  readonly refusals = new Map<string, number>();
  readonly #provider: string;
  readonly #pacts: readonly HeldPact[];
  readonly #authorization: string | undefined;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  /** @param authorization the `Authorization` field without which nothing is told. */
  constructor(provider: string, pacts: readonly HeldPact[], authorization?: string) {
    this.#provider = provider;
    this.#pacts = pacts;
    this.#authorization = authorization;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where the pact of that place in the list is, as a webhook's `PACT_URL` has it. */
  pactUrl(index: number): string {
    return `${this.origin}/pacts/${index}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#authorization && request.headers.authorization !== this.#authorization) {
      return answer(response, 401, { error: { message: 'Authentication required' } });
    }
    const body = await text(request);
    const { pathname } = new URL(request.url ?? '/', this.origin);
    const route = `${request.method} ${pathname}`;
    const document = body === '' ? undefined : JSON.parse(body);
    const refusal = this.#refusalOf(route);
    if (refusal) return answer(response, refusal, { error: 'refused' });
    const result = this.#answerTo(route, document);
    answer(response, result === undefined ? 404 : 200, result ?? { error: `nothing at ${route}` });
  }

  #refusalOf(route: string): number | undefined {
    const [, index] = /^POST \/pacts\/(\d+)\/results$/.exec(route) ?? [];
    return this.refusals.get(this.#pacts[Number(index)]?.content.consumer.name ?? '');
  }

  #answerTo(route: string, document: unknown): object | undefined {
    const [, index] = /^(?:GET|POST) \/pacts\/(\d+)(?:\/results)?$/.exec(route) ?? [];
    const pact = index === undefined ? undefined : this.#pacts[Number(index)];
    if (pact && route.startsWith('POST')) return this.#record(pact, document);
    if (pact) return this.#pact(pact, Number(index));
    const provider = encodeURIComponent(this.#provider);
    switch (route) {
      case 'GET /':
        return this.#index();
      case `GET /pacticipants/${provider}`:
        return this.#pacticipant();
      case `GET /pacts/provider/${provider}/for-verification`:
        return {
          _links: { self: { href: `${this.origin}/pacts/provider/${provider}/for-verification` } },
        };
      case `POST /pacts/provider/${provider}/for-verification`:
        return this.#forVerification(document as ForVerification);
    }
    const [, branch, version] = /^PUT \/branches\/([^/]+)\/versions\/([^/]+)$/.exec(route) ?? [];
    if (branch === undefined) return undefined;
    this.branches.push(`${decodeURIComponent(branch)} ${version}`);
    return {};
  }

  #index(): object {
    const provider = `${this.origin}/pacts/provider/{provider}/for-verification`;
    return {
      _links: {
        self: { href: this.origin },
        'pb:provider-pacts-for-verification': { href: provider, templated: true },
        'pb:pacticipant': { href: `${this.origin}/pacticipants/{pacticipant}`, templated: true },
      },
    };
  }

  #pacticipant(): object {
    return {
      name: this.#provider,
      _links: {
        'pb:branch-version': {
          href: `${this.origin}/branches/{branch}/versions/{version}`,
          templated: true,
        },
      },
    };
  }

  #forVerification(asked: ForVerification): object {
    this.asked.push(asked);
    const pacts = this.#pacts.flatMap((pact, index) => {
      if (pact.workInProgress && !asked.includeWipPactsSince) return [];
      const pending = (pact.pending || pact.workInProgress) && asked.includePendingStatus;
      return [
        {
          shortDescription: pact.workInProgress ? 'work in progress' : 'latest from main branch',
          verificationProperties: {
            pending: pending === true,
            notices: [
              {
                when: 'before_verification',
                text: `The pact at ${this.pactUrl(index)} is verified.`,
              },
            ],
          },
          _links: { self: { href: this.pactUrl(index), name: `Pact ${index}` } },
        },
      ];
    });
    return { _embedded: { pacts }, _links: { self: { href: this.origin } } };
  }

  #pact({ content }: HeldPact, index: number): object {
    return {
      ...content,
      _links: {
        self: { href: this.pactUrl(index) },
        'pb:provider': {
          href: `${this.origin}/pacticipants/${this.#provider}`,
          name: this.#provider,
        },
        'pb:publish-verification-results': { href: `${this.pactUrl(index)}/results` },
      },
    };
  }

  #record({ content }: HeldPact, document: unknown): object {
    const { success, providerApplicationVersion } = document as PublishedResult;
    this.results.push({ consumer: content.consumer.name, success, providerApplicationVersion });
    return { _links: {} };
  }
}

function answer(response: ServerResponse, status: number, document: object): void {
  response.writeHead(status, { 'Content-Type': 'application/hal+json' });
  response.end(JSON.stringify(document));
}

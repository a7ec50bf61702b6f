import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { compose, type RequestedState } from './composition.ts';
import { forward } from './forward.ts';
import { ProviderStateError, UnknownStateError } from './recognition.ts';
import { openScene, type StagedService, type StageProperties } from './staged-service.ts';

/** A state that could not be had, and the interaction (counted from 0) that asked for it. */
export interface StateFault {
  readonly interaction: number;
  readonly message: string;
  /** There is no such state, rather than that it cannot be had now. */
  readonly isUnknown: boolean;
}

export interface StageOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** What is shown until a state is asked for. */
  readonly opening?: readonly RequestedState[];
}

/** Where the verifier sends its requests, and where it asks for states. */
export interface Stage {
  readonly origin: string;
  readonly statesUrl: string;
  readonly faults: readonly StateFault[];
  close(): Promise<void>;
}

const STATES_PATH = '/_pact/provider-states';

const OLD_TAG = '"an-older-dataset"';

/** The verifier's state change request: an empty name stands for an interaction without states. */
const stateChange = z.object({
  action: z.enum(['setup', 'teardown']),
  state: z.string().nullish(),
  params: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Stands before the application: sets up the scene that an interaction's states describe, passes its
 * requests on, and starts each interaction from nothing, with a service of its own.
 *
 * A state that cannot be had is accepted all the same, and the interaction's request is then cut
 * off: the verifier would ask again for minutes after a 500, and after a 404 would leave out the
 * teardown that marks an interaction's end.
 * @throws {ProviderStateError} if there is no such opening.
 */
export async function startStage(
  properties: StageProperties,
  { port: wanted = 0, opening = [] }: StageOptions = {},
): Promise<Stage> {
  compose(opening);
  const play = new Play(properties, opening);
  const server = createServer((request, response) => {
    play.take(request, response).catch((error: unknown) => {
      // Seen by the verifier as a failed request, and told with the interaction it belongs to.
      play.blame(error);
      response.destroy();
    });
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    statesUrl: `${origin}${STATES_PATH}`,
    faults: play.faults,
    close: async () => {
      await Promise.all([closed(server), play.endScene()]);
    },
  };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** One interaction after another. */
class Play {
  readonly faults: StateFault[] = [];
  readonly #properties: StageProperties;
  #interaction = -1;
  #betweenInteractions = true;
  #requested: readonly RequestedState[];
  #service: Promise<StagedService> | undefined;

  constructor(properties: StageProperties, opening: readonly RequestedState[]) {
    this.#properties = properties;
    this.#requested = opening;
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== STATES_PATH) return this.#answer(request, response);
    const { action, state, params } = stateChange.parse(await json(request));
    const injected = action === 'setup' ? await this.#setUp(state ?? '', params ?? {}) : {};
    if (action === 'teardown') this.#betweenInteractions = true;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(injected));
  }

  blame(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isUnknown = error instanceof UnknownStateError;
    this.faults.push({ interaction: this.#interaction, message, isUnknown });
  }

  async endScene(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await (await service?.catch(() => undefined))?.close();
  }

  /** @returns the values that the pact may put into its request. */
  async #setUp(name: string, parameters: Readonly<Record<string, unknown>>) {
    await this.endScene();
    if (this.#betweenInteractions) {
      this.#interaction += 1;
      this.#betweenInteractions = false;
      this.#requested = [];
    }
    if (name === '' || this.#isSpoilt()) return {};
    try {
      this.#requested = [...this.#requested, { name, parameters }];
      const etag = await this.#heldTag();
      return etag === undefined ? {} : { etag };
    } catch (error) {
      if (!(error instanceof ProviderStateError)) throw error;
      this.blame(error);
      return {};
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isSpoilt()) {
      response.destroy();
      return;
    }
    const service = await this.#staged();
    service.prepare();
    const headers = { ...request.headers };
    const held = await this.#heldTag();
    if (held !== undefined && headers['if-none-match'] !== undefined) {
      headers['if-none-match'] = held;
    }
    await forward(request, headers, service, response);
  }

  /** The entity tag that the consumer is said to hold. */
  async #heldTag(): Promise<string | undefined> {
    const { consumerHolds } = compose(this.#requested);
    if (consumerHolds === 'an old entity tag') return OLD_TAG;
    return consumerHolds && (await this.#staged()).salaryLawsTag();
  }

  /** A state of the interaction under way could not be had. */
  #isSpoilt(): boolean {
    return this.faults.some(({ interaction }) => interaction === this.#interaction);
  }

  #staged(): Promise<StagedService> {
    this.#service ??= openScene(compose(this.#requested), this.#properties);
    return this.#service;
  }
}

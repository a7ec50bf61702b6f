import { z } from 'zod';
import { PactProblem } from './problem.ts';

const named = z.looseObject({ name: z.string().min(1) });

const interaction = z.looseObject({
  description: z.string().default(''),
  /** V4: `Synchronous/HTTP`, `Asynchronous/Messages`, `Synchronous/Messages`; before, always HTTP. */
  type: z.string().default('Synchronous/HTTP'),
  /** V2. */
  providerState: z.string().nullish(),
  providerStates: z.array(named).nullish(),
});

const pact = z.looseObject({
  consumer: named,
  provider: named,
  interactions: z.array(interaction).default([]),
  /** Before V4, message pacts keep theirs here. */
  messages: z.array(z.unknown()).default([]),
});

/** What must be known of a pact before the verifier sees it. */
export interface PactSummary {
  readonly consumer: string;
  readonly provider: string;
  /** Descriptions of interactions that name a provider state. */
  readonly stateful: readonly string[];
}

/**
 * @param place where the text is from, for messages.
 * @throws {PactProblem} if it is not a pact with HTTP interactions.
 */
export function summarize(text: string, place: string): PactSummary {
  if (text.trim() === '') throw new PactProblem(`${place} is empty`);
  const parsed = pact.safeParse(parseJson(text, place));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'the whole of it';
    throw new PactProblem(`${place} is not a pact: ${where}: ${issue?.message ?? 'malformed'}`);
  }
  const { consumer, provider, interactions, messages } = parsed.data;
  if (interactions.length === 0 && messages.length === 0) {
    throw new PactProblem(`${place} is a pact without interactions`);
  }
  if (!interactions.some(({ type }) => type === 'Synchronous/HTTP')) {
    throw new PactProblem(`${place} has no HTTP interactions: this service exchanges no messages`);
  }
  return {
    consumer: consumer.name,
    provider: provider.name,
    stateful: interactions
      .filter(({ providerState, providerStates }) => providerState || providerStates?.length)
      .map(({ description }) => description),
  };
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PactProblem(
      `${place} is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

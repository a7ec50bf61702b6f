import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { PactProblem } from './problem.ts';

const HTTP = 'Synchronous/HTTP';

const named = z.looseObject({ name: z.string().min(1) });
/** An empty name is how some writers spell that there is no state. */
const stateNamed = z.looseObject({ name: z.string() });

const interaction = z.looseObject({
  description: z.string().default(''),
  /** V4: `Synchronous/HTTP`, `Asynchronous/Messages`, `Synchronous/Messages`; before, always HTTP. */
  type: z.string().default(HTTP),
  /** V2. */
  providerState: z.string().nullish(),
  /** V1 and old writers of V2. */
  provider_state: z.string().nullish(),
  providerStates: z.array(stateNamed).nullish(),
});

/** The verifier makes up a request or an expectation that is missing, and is content with it. */
const httpInteraction = z.looseObject({
  request: z.looseObject({}),
  response: z.looseObject({}),
});

const link = z.looseObject({ href: z.string() });

const pact = z.looseObject({
  consumer: named,
  provider: named,
  interactions: z.array(interaction).default([]),
  /** Before V4, message pacts keep theirs here. */
  messages: z.array(z.unknown()).default([]),
  /** In a broker's answer. */
  _links: z
    .looseObject({
      'pb:publish-verification-results': link.optional(),
      'pb:provider': link.optional(),
    })
    .optional(),
});

const STATUS = 'must be an integer from 100 to 599, in digits alone';

/** One HTTP interaction, as far as it is told by name. */
export interface InteractionSummary {
  readonly description: string;
  /** As the pact names them, without empty ones. */
  readonly states: readonly string[];
}

/** Where a broker wants to be told of results. */
export interface ResultLinks {
  readonly results: string;
  /** The provider's own page, which knows how a version is put on a branch. */
  readonly provider: string | undefined;
}

/** What must be known of a pact before the verifier sees it. */
export interface PactSummary {
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly InteractionSummary[];
  /** How many interactions are not HTTP. */
  readonly messages: number;
  /** The pact with its HTTP interactions alone, for the verifier; else as it was written. */
  readonly text: string;
  readonly links: ResultLinks | undefined;
}

/**
 * @param place where the text is from, for messages.
 * @throws {PactProblem} if it is not a pact.
 */
export function summarize(text: string, place: string): PactSummary {
  if (text.trim() === '') throw new PactProblem(`${place} is empty`);
  const document = parseJson(text, place);
  const content = conforming(pact, document, place);
  const { consumer, provider, interactions, messages, _links: links = {} } = content;
  if (interactions.length === 0 && messages.length === 0) {
    throw new PactProblem(`${place} is a pact without interactions`);
  }
  for (const [index, each] of interactions.entries()) {
    if (each.type === HTTP) conforming(httpInteraction, each, place, ['interactions', index]);
  }
  checkStatuses(text, interactions, place);
  const results = links['pb:publish-verification-results'];
  const http = interactions.filter(({ type }) => type === HTTP);
  return {
    consumer: consumer.name,
    provider: provider.name,
    interactions: http.map((each) => ({ description: each.description, states: statesOf(each) })),
    messages: interactions.length - http.length + messages.length,
    text: withoutMessages(text, content),
    links: results && { results: results.href, provider: links['pb:provider']?.href },
  };
}

function conforming<Content>(
  schema: z.ZodType<Content>,
  value: unknown,
  place: string,
  path: readonly (string | number)[] = [],
): Content {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = [...path, ...(issue?.path ?? [])].join('.') || 'the whole of it';
  throw new PactProblem(`${place} is not a pact: ${where}: ${issue?.message ?? 'malformed'}`);
}

function statesOf(each: z.infer<typeof interaction>): readonly string[] {
  const names = each.providerStates?.map(({ name }) => name);
  const states = names ?? [each.providerState ?? each.provider_state ?? ''];
  return states.filter((name) => name.trim() !== '');
}

/**
 * The verifier gives up on a whole pact without a word, for one status that is no plain integer: it
 * takes 200.0, which JSON calls the same number, for none.
 */
function checkStatuses(
  text: string,
  interactions: readonly { readonly type: string }[],
  place: string,
): void {
  const tree = parseTree(text);
  for (const [index, { type }] of interactions.entries()) {
    const path = ['interactions', index, 'response', 'status'];
    const node = tree && findNodeAtLocation(tree, path);
    if (type !== HTTP || !node || isStatus(node, text)) continue;
    throw new PactProblem(
      `${place} is not a pact: ${path.join('.')} ${STATUS}, not ${written(node, text)}`,
    );
  }
}

const isStatus = (node: Node, text: string): boolean => /^[1-5]\d\d$/.test(written(node, text));

const written = ({ offset, length }: Node, text: string): string =>
  text.slice(offset, offset + length);

/**
 * The verifier drops the HTTP interactions of a pact that has `messages`, even none, and takes a
 * message for a request. Cut from the text, since numbers such as 1.0 would not survive rewriting.
 */
function withoutMessages(text: string, { interactions, messages }: z.infer<typeof pact>): string {
  let kept = text;
  if (messages.length > 0 || /"messages"/.test(text)) kept = cut(kept, ['messages']);
  for (let index = interactions.length - 1; index >= 0; index -= 1) {
    if (interactions[index]?.type !== HTTP) kept = cut(kept, ['interactions', index]);
  }
  return kept;
}

const cut = (text: string, path: (string | number)[]): string =>
  applyEdits(text, modify(text, path, undefined, {}));

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PactProblem(
      `${place} is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

import leven from 'leven';
import type { z } from 'zod';
import { PROVIDER_STATES } from './catalogue.ts';
import type { ProviderState } from './provider-state.ts';
import { type Claims, type LawsAlteration, type Scene, sceneOf } from './scene.ts';

/** A state as a pact names it. */
export interface RequestedState {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A state cannot be had; the message says which, why, and what there is instead. */
export class ProviderStateError extends Error {
  readonly code = 'provider-state';

  constructor(message: string) {
    super(message);
    this.name = 'ProviderStateError';
  }
}

/**
 * One scene from any number of states, in any order.
 * @throws {ProviderStateError} for an unknown state, a bad parameter, or states that contradict.
 */
export function compose(requested: readonly RequestedState[]): Scene {
  const claimed = new Map<string, { readonly value: string; readonly by: string }>();
  let laws: LawsAlteration = {};
  for (const { name, parameters } of requested) {
    const state = stateNamed(name);
    laws = { ...laws, ...readParameters(state, parameters ?? {}) };
    for (const [claim, value] of Object.entries(state.claims)) {
      const earlier = claimed.get(claim);
      if (earlier && earlier.value !== value) {
        throw new ProviderStateError(`"${state.name}" contradicts "${earlier.by}"`);
      }
      claimed.set(claim, { value, by: state.name });
    }
  }
  const claims = Object.fromEntries([...claimed].map(([claim, { value }]) => [claim, value]));
  return sceneOf(claims as Partial<Claims>, laws);
}

/** @throws {ProviderStateError} with the known names and the nearest one. */
export function stateNamed(name: string): ProviderState {
  const state = PROVIDER_STATES.find((known) => folded(known.name) === folded(name));
  if (state) return state;
  const known = PROVIDER_STATES.map((each) => `  ${each.name}`).join('\n');
  throw new ProviderStateError(
    `there is no provider state "${name}"; did you mean "${nearest(name)}"? The states are:\n${known}`,
  );
}

/** Case, spacing, quotes and a final full stop carry no meaning in a state's name. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/["'`’.]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function nearest(name: string): string {
  const bySimilarity = PROVIDER_STATES.map((state) => ({
    name: state.name,
    similarity: similarity(folded(name), folded(state.name)),
  })).toSorted((a, b) => b.similarity - a.similarity);
  return bySimilarity[0]?.name ?? '';
}

/**
 * Each word of one name against its best counterpart in the other, both ways, long words counting
 * for more: people remember the telling words of a state and not their order.
 */
function similarity(one: string, other: string): number {
  const [ones, others] = [one.split(' '), other.split(' ')];
  return (found(ones, others) + found(others, ones)) / (one.length + other.length);
}

/** Letters of the words that have a counterpart, a partial one counting in part. */
const found = (words: readonly string[], among: readonly string[]): number =>
  words.reduce((sum, word) => {
    const likeness = among.map(
      (other) => 1 - leven(word, other) / Math.max(word.length, other.length, 1),
    );
    return sum + word.length * Math.max(...likeness);
  }, 0);

function readParameters(
  state: ProviderState,
  parameters: Readonly<Record<string, unknown>>,
): LawsAlteration {
  // A verifier may pass null for a parameter that a pact leaves open.
  const given = Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined),
  );
  const names = Object.keys(given);
  if (!state.parameters) {
    if (names.length === 0) return {};
    throw new ProviderStateError(
      `"${state.name}" takes no parameters, and was given ${names.join(', ')}`,
    );
  }
  const result = state.parameters.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ProviderStateError(
    `"${state.name}": ${issue ? describe(issue, state.parameters) : 'bad parameters'}`,
  );
}

function describe(issue: z.core.$ZodIssue, parameters: z.ZodObject): string {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(parameters.shape).join(', ');
    return `no such parameter: ${issue.keys.join(', ')}; there are ${known}`;
  }
  const name = String(issue.path[0] ?? '');
  return `parameter ${name} must be ${parameters.shape[name]?.description ?? 'of another kind'}`;
}

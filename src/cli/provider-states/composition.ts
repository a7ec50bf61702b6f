import type { z } from 'zod';
import type { ProviderState } from './provider-state.ts';
import { ProviderStateError, recognise } from './recognition.ts';
import { type Claims, type LawsAlteration, type Scene, sceneOf } from './scene.ts';

/** A state as a pact names it. */
export interface RequestedState {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * One scene from any number of states, in any order.
 * @throws {ProviderStateError} for an unknown state, a bad parameter, or states that contradict.
 */
export function compose(requested: readonly RequestedState[]): Scene {
  const claimed = new Map<string, { readonly value: string; readonly by: string }>();
  let laws: LawsAlteration = {};
  const recognised = requested.flatMap(({ name, parameters }) =>
    recognise(name).map((each) => ({ ...each, parameters: { ...each.parameters, ...parameters } })),
  );
  for (const { state, parameters } of recognised) {
    laws = { ...laws, ...readParameters(state, parameters) };
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

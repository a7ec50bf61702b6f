import { AMBIGUOUS } from './ambiguous-names.ts';
import { PROVIDER_STATES } from './catalogue.ts';
import type { ProviderState } from './provider-state.ts';
import { suggestion } from './suggestion.ts';
import { JOINTS, meaning, split, WORDS } from './vocabulary.ts';

/** A state cannot be had; the message says which, and why. */
export class ProviderStateError extends Error {
  readonly code: string = 'provider-state';

  constructor(message: string) {
    super(message);
    this.name = 'ProviderStateError';
  }
}

/** There is no such state, or more than one; whoever reads it wants the list of all. */
export class UnknownStateError extends ProviderStateError {
  override readonly code = 'unknown-provider-state';
}

/** A state that a name stands for, with the parameters that are in the name. */
export interface RecognisedState {
  readonly state: ProviderState;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Salary laws "for 1404 and 1405". */
const YEARS = /(?:(?:\b(?:for|of|in|years?|and)\b|,)\s*)*\b(1[34]\d\d)\b/gi;

const byMeaning = new Map(
  PROVIDER_STATES.flatMap((state) =>
    [state.name, ...state.alsoCalled].map((name) => [keyOf(meaning(split(name))), state] as const),
  ),
);

const ambiguous = new Map(
  AMBIGUOUS.flatMap(({ names, states }) =>
    names.map((name) => [keyOf(meaning(split(name))), states] as const),
  ),
);

const known = new Set([
  ...WORDS,
  ...JOINTS,
  ...PROVIDER_STATES.flatMap(({ name, alsoCalled }) => [name, ...alsoCalled].flatMap(split)),
]);

/**
 * The states that a name stands for: mostly one, or one for each part of "… and …"; none if nothing is
 * said at all.
 * @throws {UnknownStateError} if it stands for none, or might for several.
 */
export function recognise(name: string): readonly RecognisedState[] {
  const years = [...name.matchAll(YEARS)].map(([, year]) => Number(year));
  const whole = read(name);
  if (whole) return whole.map((state) => ({ state, parameters: {} }));
  const timeless = years.length > 0 ? read(name.replaceAll(YEARS, ' ')) : undefined;
  const [state, ...others] = timeless ?? [];
  if (state?.parameters && others.length === 0) return [{ state, parameters: { years } }];
  const meant = suggestion(split(name), known, (words) => byMeaning.get(keyOf(meaning(words))));
  throw new UnknownStateError(
    `there is no provider state "${name}"${meant ? `; did you mean "${meant.name}"?` : ''}`,
  );
}

function read(name: string): readonly ProviderState[] | undefined {
  const said = meaning(split(name));
  if (said.length === 0) return [];
  const whole = one(said, name);
  if (whole) return [whole];
  const states = parts(said).map((part) => one(part, name));
  return states.length > 1 && states.every((state) => state !== undefined) ? states : undefined;
}

function one(said: readonly string[], name: string): ProviderState | undefined {
  const candidates = ambiguous.get(keyOf(said));
  if (!candidates) return byMeaning.get(keyOf(said));
  const quoted = candidates.map((candidate) => `"${candidate}"`).join(' or ');
  throw new UnknownStateError(`the provider state "${name}" may be ${quoted}: name the one`);
}

function parts(said: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = [[]];
  for (const word of said) {
    if (JOINTS.includes(word)) found.push([]);
    else found.at(-1)?.push(word);
  }
  return found.filter((part) => part.length > 0);
}

/** The order of words carries no meaning: "stale rates", "rates are stale". */
function keyOf(said: readonly string[]): string {
  return said.toSorted().join(' ');
}

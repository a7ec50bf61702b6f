import leven from 'leven';
import type { ProviderState } from './provider-state.ts';

const NEGATIVE = /^(?:un|in|im|ir|no|dis)/;

/**
 * The state that a misspelt name was to name. Only spelling is mended, word by word, and never into
 * or out of a negation: a name with any other word that is not known might mean the opposite of
 * whatever is nearest, and gets no suggestion.
 * @param words of the name; see `split`.
 * @param known every word that is spelt well.
 */
export function suggestion(
  words: readonly string[],
  known: ReadonlySet<string>,
  stateOf: (words: readonly string[]) => ProviderState | undefined,
): ProviderState | undefined {
  const mended = words.map((word) => (known.has(word) ? word : nearest(word, known)));
  return mended.every((word) => word !== undefined) ? stateOf(mended) : undefined;
}

function nearest(word: string, known: ReadonlySet<string>): string | undefined {
  const allowed = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const near = [...known]
    .map((spelt) => ({ spelt, distance: leven(word, spelt) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = near;
  if (!first || first.distance === second?.distance) return undefined;
  return NEGATIVE.test(word) === NEGATIVE.test(first.spelt) ? first.spelt : undefined;
}

import type { InteractionSummary } from './pact-document.ts';

const NAMED = 5;

/**
 * The interactions of a pact that the verifier passed over, by description.
 * @param reported descriptions of those that it gave a result for.
 */
export function passedOver(
  interactions: readonly InteractionSummary[],
  reported: readonly string[],
): readonly string[] {
  // The verifier makes up a name for one without a description, so names alone do not count.
  if (reported.length >= interactions.length) return [];
  const left = [...reported];
  return interactions.flatMap(({ description }, place) => {
    const index = left.indexOf(description);
    if (index === -1) return [description === '' ? `interaction ${place}` : description];
    left.splice(index, 1);
    return [];
  });
}

/** Some names, and how many more there are. */
export function enumerated(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

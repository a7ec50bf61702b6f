/** The content codings that representations come in, best first: ties go to the smaller body. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

const MEMBER =
  /^[ \t]*(?<coding>[!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[ \t]*q=(?<q>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i;

/**
 * The coding to answer in (RFC 9110 section 12.5.3): the greatest weight, and among equals the
 * first of {@link CODINGS}. Without the field, or with an empty one, identity. Undefined where the
 * caller refuses identity and allows nothing else that there is.
 */
export const selectCoding = (field: string | undefined): Coding | undefined => {
  if (field === undefined) return 'identity';
  const known = decided.get(field);
  if (known !== undefined || decided.has(field)) return known;
  const coding = decide(field);
  // Callers send few different values; the bound is there for those that make them up.
  if (decided.size < MAX_DECIDED) decided.set(field, coding);
  return coding;
};

/** Whether the caller can read a coding at all; without the field, any. */
export const isAcceptable = (coding: Coding, field: string | undefined): boolean =>
  field === undefined || weightOf(coding, parseWeights(field)) > 0;

const MAX_DECIDED = 256;
const decided = new Map<string, Coding | undefined>();

const decide = (field: string): Coding | undefined => {
  const weights = parseWeights(field);
  let best: Coding | undefined;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    const weight = weightOf(coding, weights);
    if (weight > bestWeight) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
};

/** Identity is acceptable unless refused, by name or by `*`, but yields to all that is asked for. */
const UNASKED_IDENTITY = 0.0001;

const weightOf = (coding: Coding, weights: ReadonlyMap<string, number>): number =>
  weights.get(coding) ??
  (coding === 'identity'
    ? weights.get('*') === 0
      ? 0
      : UNASKED_IDENTITY
    : (weights.get('*') ?? 0));

/** `x-gzip` is the same coding as `gzip` (RFC 9110 section 8.4.1.3). Malformed members are skipped. */
const parseWeights = (field: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const text of field.split(',')) {
    const groups = MEMBER.exec(text)?.groups;
    if (!groups?.coding) continue;
    const name = groups.coding.toLowerCase();
    weights.set(name === 'x-gzip' ? 'gzip' : name, groups.q === undefined ? 1 : Number(groups.q));
  }
  return weights;
};

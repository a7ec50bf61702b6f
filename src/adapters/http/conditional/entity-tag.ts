/** An entity tag of RFC 9110 section 8.8.3, quotes and all, without its weakness prefix. */
export type OpaqueTag = `"${string}"`;

export interface EntityTag {
  readonly weak: boolean;
  readonly opaque: OpaqueTag;
}

/** What `If-None-Match` and `If-Match` hold: any representation at all, or a list of tags. */
export type TagList = '*' | readonly EntityTag[];

/** One list member: a tag (commas may stand inside its quotes), or whatever else up to a comma. */
const MEMBER = /(?<weak>W\/)?(?<opaque>"[!#-~\x80-\xff]*")[ \t]*(?=,|$)|[^,]+/y;
const SEPARATORS = /[ \t,]*/y;

/**
 * Reads a field value. Members that are no entity tag (unquoted, say) match nothing, and do not
 * keep the others from matching.
 */
export const parseTagList = (value: string): TagList => {
  if (value.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let at = 0;
  while (at < value.length) {
    SEPARATORS.lastIndex = at;
    SEPARATORS.exec(value);
    MEMBER.lastIndex = SEPARATORS.lastIndex;
    const member = MEMBER.exec(value);
    if (!member) break;
    at = MEMBER.lastIndex;
    const opaque = member.groups?.opaque as OpaqueTag | undefined;
    if (opaque) tags.push({ weak: member.groups?.weak !== undefined, opaque });
  }
  return tags;
};

/** Weak comparison (section 8.8.3.2): equal opaque parts, whatever is weak. */
export const matchesWeakly = (list: readonly EntityTag[], tag: string): boolean => {
  const opaque = tag.startsWith('W/') ? tag.slice(2) : tag;
  return list.some((member) => member.opaque === opaque);
};

/** Strong comparison: equal opaque parts, and neither is weak. */
export const matchesStrongly = (list: readonly EntityTag[], tag: string): boolean =>
  !tag.startsWith('W/') && list.some((member) => !member.weak && member.opaque === tag);

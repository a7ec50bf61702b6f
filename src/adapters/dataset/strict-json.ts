import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Fault } from '../../domain/salary-laws/fault.ts';

export interface StrictJson {
  /** Undefined where the text is no JSON at all. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

/** A property is a level of its own; the dataset needs nine. */
const MAX_DEPTH = 64;

const BOM = '\uFEFF';

/**
 * JSON by RFC 8259, without what its readers disagree on: a byte order mark, members that occur
 * twice, and numbers that are not written as they would be written back (`1.0`, `1e3`, or more
 * digits than a double holds), of which a digit could change without the value changing.
 */
export const parseStrictJson = (text: string, file: string): StrictJson => {
  if (text.startsWith(BOM)) {
    return { value: undefined, faults: [{ file, path: '', expected: 'no byte order mark' }] };
  }
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: undefined, faults: [tooDeep(file)] };
  }
  const first = errors[0];
  if (first || !root) {
    const at = first ? positionOf(text, first.offset) : 'line 1, column 1';
    const what = first ? printParseErrorCode(first.error) : 'empty file';
    return {
      value: undefined,
      faults: [{ file, path: '', expected: `valid JSON, but there is ${what} at ${at}` }],
    };
  }
  const faults: Fault[] = [];
  if (depthOf(root) > MAX_DEPTH) return { value: undefined, faults: [tooDeep(file)] };
  const value = toValue(
    root,
    '',
    (path, found, expected) => {
      faults.push({ file, path, value: found, expected });
    },
    text,
  );
  return { value, faults };
};

const tooDeep = (file: string): Fault => ({
  file,
  path: '',
  expected: `values nested at most ${MAX_DEPTH} deep`,
});

/** Without recursion, since its business is to find what a recursion would not survive. */
const depthOf = (root: Node): number => {
  let level: readonly Node[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= MAX_DEPTH) {
    level = level.flatMap((node) => node.children ?? []);
    depth += 1;
  }
  return depth;
};

type Report = (path: string, value: unknown, expected: string) => void;

const positionOf = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};

/** RFC 6901, section 3. */
export const pointerToken = (key: string | number): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

const toValue = (node: Node, path: string, report: Report, text: string): unknown => {
  switch (node.type) {
    case 'object':
      return objectOf(node, path, report, text);
    case 'array':
      return (node.children ?? []).map((item, index) =>
        toValue(item, `${path}/${index}`, report, text),
      );
    case 'number':
      return numberOf(node, path, report, text);
    default:
      return node.value;
  }
};

const objectOf = (node: Node, path: string, report: Report, text: string): unknown => {
  const members = new Map<string, unknown>();
  for (const property of node.children ?? []) {
    const [key, child] = property.children ?? [];
    if (!key || !child) continue;
    const name = String(key.value);
    const at = `${path}/${pointerToken(name)}`;
    if (members.has(name)) report(at, undefined, 'each member once, but this one occurs twice');
    else members.set(name, toValue(child, at, report, text));
  }
  // Own properties alone, so that a member named __proto__ stays an ordinary (unknown) member.
  return Object.fromEntries(members);
};

const numberOf = (node: Node, path: string, report: Report, text: string): unknown => {
  const literal = text.slice(node.offset, node.offset + node.length);
  const value = Number(literal);
  const written = JSON.stringify(value);
  if (literal !== written) {
    const expected = Number.isFinite(value)
      ? `the number written as ${written}, not ${literal}`
      : 'a number that a double can hold';
    report(path, literal, expected);
  }
  return value;
};

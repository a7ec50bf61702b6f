import { apiCompare, type Diff } from 'api-smart-diff';

/** A difference that can break a client written against the earlier description. */
export interface BreakingChange {
  /** JSON Pointer (RFC 6901) into the description. */
  readonly pointer: string;
  /** The operation and member, with what stood there before and stands there now. */
  readonly reason: string;
}

/**
 * What of an interface description breaks clients of an earlier one.
 *
 * The comparison and most of the judgement are the tool's. It judges some schemas in answers as if
 * they were sent by clients, where less is allowed to be more; what an answer promised and no longer
 * does, or promises otherwise, counts here wherever it stands. An example promises nothing, and a
 * member that could hold anything breaks nobody by being described.
 */
export function breakingChanges(before: object, after: object): readonly BreakingChange[] {
  const { diffs } = apiCompare(before, after);
  const breaking = diffs
    .filter(({ path, type }) => path[0] === 'paths' && type !== 'annotation' && !isExample(path))
    .filter((diff) => isBreaking(diff) && !describesWhatWasOpen(diff));
  return breaking.map((diff) => ({ pointer: pointerOf(diff), reason: reasonOf(diff) }));
}

const isBreaking = ({ type, action, path }: Diff): boolean =>
  type === 'breaking' || (path.includes('responses') && action !== 'add');

/** Below the keyword, and not below a member of an answer that has that name. */
const isExample = (path: Diff['path']): boolean =>
  path.some(
    (token, at) =>
      (token === 'example' || token === 'examples') && !MAPS.includes(String(path[at - 1])),
  );

/** What holds names of the interface's own rather than keywords. */
const MAPS = ['properties', 'headers', 'paths', 'responses', 'content'];

/** `additionalProperties: true` is also what its absence means (JSON Schema, section 10.3.2.3). */
const describesWhatWasOpen = ({ path, before = true }: Diff): boolean =>
  path.includes('responses') && path.at(-1) === 'additionalProperties' && before === true;

const pointerOf = ({ path }: Diff): string =>
  path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function reasonOf({ action, path, before, after }: Diff): string {
  const [, place, method] = path;
  const operation = [String(method).toUpperCase(), place].join(' ');
  if (action === 'add') return `${operation}: added ${shown(after)}`;
  if (action === 'remove') return `${operation}: removed ${shown(before)}`;
  return `${operation}: was ${shown(before)}, is ${shown(after)}`;
}

const SHOWN_LENGTH = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

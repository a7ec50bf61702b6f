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
 * does, or promises otherwise, counts here wherever it stands.
 */
export function breakingChanges(before: object, after: object): readonly BreakingChange[] {
  const { diffs } = apiCompare(before, after);
  const breaking = diffs.filter(
    (diff) => diff.path[0] === 'paths' && diff.type !== 'annotation' && isBreaking(diff),
  );
  return breaking.map((diff) => ({ pointer: pointerOf(diff), reason: reasonOf(diff) }));
}

const isBreaking = ({ type, action, path }: Diff): boolean =>
  type === 'breaking' || (path.includes('responses') && action !== 'add');

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

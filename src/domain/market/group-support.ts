import type { Figure, GroupSupport } from './snapshot.ts';

/** An entry of a snapshot in the making. */
export interface Assembled<Entry extends Figure> {
  readonly entry: Entry;
  /** It is a last good value that no source stands by. */
  readonly lapsed: boolean;
}

/**
 * What a group rests on. It stands as long as one of its entries does; its pillars, without which it
 * means little (IRR, gold's two factors), each must. One lapsed entry is enough to say that the
 * group holds last good values.
 *
 * @param now Unix ms.
 */
export function groupSupport(
  entries: readonly Assembled<Figure>[],
  pillars: readonly Figure[],
  now: number,
): GroupSupport {
  const newest = entries.map(({ entry }) => entry.validUntil);
  const validUntil = Math.min(
    ...(newest.length > 0 ? [Math.max(...newest)] : []),
    ...pillars.map((pillar) => pillar.validUntil),
  );
  return {
    restsOnLastGood: validUntil < now || entries.some(({ lapsed }) => lapsed),
    validUntil,
  };
}

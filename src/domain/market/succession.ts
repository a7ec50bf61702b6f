import { isAhead } from './clock-skew.ts';
import type { CryptoEntry, CurrencyEntry, Figure, Snapshot } from './snapshot.ts';

/**
 * Which snapshot follows the one in service. The timestamp and with it every published member moves
 * only when something was observed anew; else the entries stay as they are to the byte, and only how
 * long they are good for is brought up to date.
 *
 * One from a time that has not come yet is no predecessor.
 *
 * @param observedAnew a source has said something new since `previous`.
 */
export function succeed(
  previous: Snapshot | null,
  next: Snapshot,
  observedAnew: boolean,
): Snapshot {
  if (!previous || isAhead(previous.assembledAt, next.assembledAt)) return next;
  if (observedAnew && !publishesTheSame(previous, next)) {
    // A replica's clock may be behind that of the replica which assembled `previous`.
    return { ...next, assembledAt: Math.max(next.assembledAt, previous.assembledAt + 1) };
  }
  const currencyOf = new Map(next.currencies.map((entry) => [entry.code, entry]));
  const coinOf = new Map(next.crypto.map((entry) => [entry.symbol, entry]));
  return {
    ...previous,
    currencies: previous.currencies.map((entry) => revalidate(entry, currencyOf.get(entry.code))),
    gold: revalidate(previous.gold, next.gold),
    crypto: previous.crypto.map((entry) => revalidate(entry, coinOf.get(entry.symbol))),
    groups: next.groups,
  };
}

const revalidate = <Entry extends Figure>(entry: Entry, again: Entry | undefined): Entry =>
  again && again.validUntil > entry.validUntil ? { ...entry, validUntil: again.validUntil } : entry;

function publishesTheSame(a: Snapshot, b: Snapshot): boolean {
  return (
    sameFigure(a.gold, b.gold) &&
    sameList(a.sources, b.sources, (x, y) => x === y) &&
    sameList(a.currencies, b.currencies, sameCurrency) &&
    sameList(a.crypto, b.crypto, sameCoin)
  );
}

const sameFigure = (a: Figure, b: Figure): boolean =>
  a.value === b.value &&
  a.change24h === b.change24h &&
  a.changeBasis === b.changeBasis &&
  a.observedAt === b.observedAt;

/** The dollar is dated by the snapshot itself, so its date alone says nothing new. */
const sameCurrency = (a: CurrencyEntry, b: CurrencyEntry): boolean =>
  a.code === b.code && a.rateType === b.rateType && (a.code === 'USD' || sameFigure(a, b));

const sameCoin = (a: CryptoEntry, b: CryptoEntry): boolean =>
  a.symbol === b.symbol && sameFigure(a, b);

const sameList = <Item>(
  a: readonly Item[],
  b: readonly Item[],
  same: (x: Item, y: Item) => boolean,
): boolean =>
  a.length === b.length &&
  a.every((item, index) => {
    const other = b[index];
    return other !== undefined && same(item, other);
  });

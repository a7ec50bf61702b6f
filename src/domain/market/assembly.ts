import { combineChanges } from './change.ts';
import { rialPerGram } from './gold.ts';
import { type Assembled, groupSupport } from './group-support.ts';
import { codeOf, GOLD, type Instrument, kindOf, type RialKind, rial } from './instrument.ts';
import { significant } from './precision.ts';
import { type KnownSource, type Price, type PricingPolicy, priceInstrument } from './price.ts';
import type { CryptoEntry, CurrencyEntry, Figure, GoldEntry, Snapshot } from './snapshot.ts';
import type { SourceName } from './source.ts';
import { entriesOf } from './state.ts';

export interface AssemblyPolicy extends PricingPolicy {
  /** Which series is published as IRR and used for gold. */
  readonly irr: RialKind;
  /** How long an entry may be served after its sources last stood by it, in ms. */
  readonly maxStaleMs: number;
}

export interface Assembly {
  /** Undefined until every group has a value. */
  readonly snapshot: Snapshot | undefined;
  /** Per source, the instruments for which the consensus left it out. */
  readonly outliers: Readonly<Record<SourceName, readonly Instrument[]>>;
}

/**
 * Puts a snapshot together from what the sources hold now and, where they hold nothing usable, from
 * the entries of the snapshot before. Nothing is ever filled in from elsewhere.
 *
 * @param now Unix ms; the snapshot's `assembledAt`.
 */
export function assemble(
  sources: readonly KnownSource[],
  previous: Snapshot | null,
  policy: AssemblyPolicy,
  now: number,
): Assembly {
  const prices = priceAll(sources, policy, now);
  const context: Context = { prices, sources, previous, policy, now };
  const outliers = outliersBySource(prices);

  const irr = irrEntry(context);
  const gold = goldEntry(irr, context);
  const currencies = currencyEntries(context);
  const crypto = cryptoEntries(context);
  if (!irr || !gold || crypto.length === 0) return { snapshot: undefined, outliers };

  const published = { currencies: [usd(now), irr, ...currencies.map(({ entry }) => entry)] };
  const entries = [...published.currencies, gold, ...crypto.map(({ entry }) => entry)];
  const snapshot: Snapshot = {
    assembledAt: now,
    currencies: published.currencies.toSorted(by(({ code }) => code)),
    gold,
    crypto: crypto.map(({ entry }) => entry).toSorted(by(({ symbol }) => symbol)),
    sources: [...new Set(entries.flatMap((entry) => entry.sources))].toSorted(),
    groups: {
      currencies: groupSupport(currencies, [irr], now),
      gold: groupSupport([], [gold], now),
      crypto: groupSupport(crypto, [], now),
    },
  };
  return { snapshot, outliers };
}

interface Context {
  readonly prices: ReadonlyMap<Instrument, Price>;
  readonly sources: readonly KnownSource[];
  readonly previous: Snapshot | null;
  readonly policy: AssemblyPolicy;
  readonly now: number;
}

function priceAll(
  sources: readonly KnownSource[],
  policy: AssemblyPolicy,
  now: number,
): ReadonlyMap<Instrument, Price> {
  const quoted = new Set(
    sources.flatMap(({ state }) => entriesOf(state.quotes).map(([instrument]) => instrument)),
  );
  quoted.delete('currency:USD');
  quoted.delete(rial(policy.irr === 'official' ? 'market' : 'official'));
  const prices = new Map<Instrument, Price>();
  for (const instrument of quoted) {
    const price = priceInstrument(instrument, sources, policy, now);
    if (price) prices.set(instrument, price);
  }
  return prices;
}

const figure = ({ value, change, observedAt, validUntil, sources }: Price): Figure => ({
  value,
  change24h: change.percent,
  changeBasis: change.basis,
  observedAt,
  validUntil,
  sources,
});

/** One dollar is one dollar by the definition of the base; there is no source to wait for. */
const usd = (now: number): CurrencyEntry => ({
  code: 'USD',
  value: 1,
  change24h: 0,
  changeBasis: '24h',
  observedAt: now,
  validUntil: Number.MAX_SAFE_INTEGER,
  sources: [],
});

function irrEntry({ prices, previous, policy, now }: Context): CurrencyEntry | undefined {
  const price = prices.get(rial(policy.irr));
  if (price) return { code: 'IRR', ...figure(price), rateType: policy.irr };
  const last = previous?.currencies.find(({ code }) => code === 'IRR');
  return last && servable(last, policy, now) ? last : undefined;
}

/** Gold is priced from both factors as they are published, or not at all. */
function goldEntry(irr: CurrencyEntry | undefined, context: Context): GoldEntry | undefined {
  const { prices, previous, policy, now } = context;
  const ounce = prices.get(GOLD);
  if (!ounce || !irr) {
    return previous && servable(previous.gold, policy, now) ? previous.gold : undefined;
  }
  const change = combineChanges(ounce.change, { percent: irr.change24h, basis: irr.changeBasis });
  return {
    value: significant(rialPerGram(ounce.value, irr.value)),
    change24h: change.percent,
    changeBasis: change.basis,
    observedAt: Math.min(ounce.observedAt, irr.observedAt),
    validUntil: Math.min(ounce.validUntil, irr.validUntil),
    sources: [...new Set([...ounce.sources, ...irr.sources])],
  };
}

const currencyEntries = (context: Context): readonly Assembled<CurrencyEntry>[] =>
  groupEntries(
    'currency',
    (code, price) => ({ code, ...figure(price) }),
    (context.previous?.currencies ?? []).filter(({ code }) => code !== 'USD' && code !== 'IRR'),
    ({ code }) => code,
    context,
  );

const cryptoEntries = (context: Context): readonly Assembled<CryptoEntry>[] =>
  groupEntries(
    'crypto',
    (symbol, price) => ({ symbol, ...figure(price) }),
    context.previous?.crypto ?? [],
    ({ symbol }) => symbol,
    context,
  );

/** The priced entries of a kind, and the last good ones that must stand in for the rest. */
function groupEntries<Entry extends Figure>(
  kind: 'currency' | 'crypto',
  entryOf: (code: string, price: Price) => Entry,
  lastEntries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  context: Context,
): readonly Assembled<Entry>[] {
  const { prices } = context;
  const priced = [...prices]
    .filter(([instrument]) => kindOf(instrument) === kind)
    .map(([instrument, price]) => ({
      entry: entryOf(codeOf(instrument), price),
      lapsed: price.lapsed,
    }));
  const carried = lastEntries
    .filter((entry) => !prices.has(`${kind}:${keyOf(entry)}`))
    .filter((entry) => isCarried(`${kind}:${keyOf(entry)}`, entry, context))
    .map((entry) => ({ entry, lapsed: true }));
  return [...priced, ...carried];
}

const servable = (entry: Figure, { maxStaleMs }: AssemblyPolicy, now: number): boolean =>
  now <= entry.validUntil + maxStaleMs;

/**
 * A last good value stays while a source that gave it is silent. Where its sources answer and no
 * longer name the instrument, it has been dropped, and is left out once it is past its age limit.
 */
function isCarried(instrument: Instrument, entry: Figure, context: Context): boolean {
  const { sources, policy, now } = context;
  const isSilent = ({ profile, state }: KnownSource) =>
    state.quotes[instrument] !== undefined &&
    (state.succeededAt ?? 0) + policy.schedule.validForMs(profile) < now;
  return servable(entry, policy, now) && sources.some(isSilent);
}

function outliersBySource(prices: ReadonlyMap<Instrument, Price>) {
  const outliers: Record<SourceName, Instrument[]> = {};
  for (const [instrument, price] of prices) {
    for (const source of price.outliers) {
      outliers[source] = [...(outliers[source] ?? []), instrument];
    }
  }
  return outliers;
}

const by =
  <Entry>(key: (entry: Entry) => string) =>
  (a: Entry, b: Entry): number =>
    key(a) < key(b) ? -1 : 1;

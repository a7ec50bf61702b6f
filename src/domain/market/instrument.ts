/**
 * What a quote prices. The kind fixes the unit of every value that carries it, so that no number
 * travels without one:
 *
 * - `currency:EUR` units of the currency per 1 USD (never used for IRR)
 * - `irr:official`, `irr:market` rial (never toman) per 1 USD: two series that differ by a factor
 *   and are never merged
 * - `metal:XAU` USD per troy ounce of fine gold
 * - `crypto:BTC` USD per coin
 */
export type Instrument =
  | `currency:${string}`
  | `irr:${RialKind}`
  | typeof GOLD
  | `crypto:${string}`;

/** Which rial: the class that central banks and aggregators publish, or the open market in Tehran. */
export type RialKind = 'official' | 'market';

/** The three groups a market snapshot is made of. */
export type Group = 'currencies' | 'gold' | 'crypto';

export const GOLD = 'metal:XAU';

export const currency = (code: string): Instrument => `currency:${code}`;
export const rial = (kind: RialKind): Instrument => `irr:${kind}`;
export const crypto = (symbol: string): Instrument => `crypto:${symbol}`;

/** The code or symbol behind the kind: `EUR`, `official`, `XAU`, `BTC`. */
export const codeOf = (instrument: Instrument): string =>
  instrument.slice(instrument.indexOf(':') + 1);

export type InstrumentKind = 'currency' | 'irr' | 'metal' | 'crypto';

export const kindOf = (instrument: Instrument): InstrumentKind =>
  instrument.slice(0, instrument.indexOf(':')) as InstrumentKind;

const GROUP_OF_KIND: Readonly<Record<InstrumentKind, Group>> = {
  currency: 'currencies',
  irr: 'currencies',
  metal: 'gold',
  crypto: 'crypto',
};

export const groupOf = (instrument: Instrument): Group => GROUP_OF_KIND[kindOf(instrument)];

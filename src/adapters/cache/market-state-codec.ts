import { z } from 'zod';
import type { Instrument } from '../../domain/market/instrument.ts';
import type { MarketState } from '../../domain/market/state.ts';

/**
 * Raised with every change that an older or newer version would misread. A state of another schema
 * is not understood, and therefore not there.
 */
const SCHEMA = 1;

const instrument = z
  .string()
  .regex(/^(currency:[A-Z]{3}|irr:(official|market)|metal:XAU|crypto:[A-Z0-9]{1,15})$/)
  .transform((text) => text as Instrument);
const byInstrument = <Value extends z.ZodType>(value: Value) => z.partialRecord(instrument, value);

const unixMs = z.number().int().nonnegative();
const positive = z.number().positive();
const basis = z.enum(['24h', 'previous-close', 'unknown']);

const heldQuote = z.object({
  instrument,
  value: positive,
  observedAt: unixMs,
  obtainedAt: unixMs,
  change: z.object({ percent: z.number(), basis }).exactOptional(),
});

const sourceState = z.object({
  quotes: byInstrument(heldQuote),
  quarantine: byInstrument(z.object({ quote: heldQuote, polls: z.number().int().positive() })),
  outliers: z.array(instrument),
  history: byInstrument(z.array(z.tuple([unixMs, positive]))),
  // What is missing (a replica that does not know of it has stored the state) is asked for again.
  past: z.array(z.object({ observedAt: unixMs, values: byInstrument(positive) })).catch([]),
  host: z.string().nullable().catch(null),
  attemptedAt: unixMs.nullable(),
  succeededAt: unixMs.nullable(),
  nextPollAt: z.number().nonnegative(),
  outage: z
    .object({
      code: z.enum([
        'timeout',
        'unreachable',
        'rate-limited',
        'blocked',
        'http-status',
        'redirect',
        'content-type',
        'too-large',
        'malformed',
        'unexpected-shape',
        'provider-error',
        'no-data',
      ]),
      since: unixMs,
      failures: z.number().int().positive(),
    })
    .nullable(),
  refusals: z.array(z.object({ instrument, reason: z.string() })),
});

const figure = {
  value: positive,
  change24h: z.number(),
  changeBasis: basis,
  observedAt: unixMs,
  validUntil: z.number(),
  sources: z.array(z.string()),
};
const support = z.object({ restsOnLastGood: z.boolean(), validUntil: z.number() });

const snapshot = z.object({
  assembledAt: unixMs,
  currencies: z.array(
    z.object({
      code: z.string(),
      ...figure,
      rateType: z.enum(['official', 'market']).exactOptional(),
    }),
  ),
  gold: z.object(figure),
  crypto: z.array(z.object({ symbol: z.string(), ...figure })),
  sources: z.array(z.string()),
  groups: z.object({ currencies: support, gold: support, crypto: support }),
});

const document = z.object({
  schema: z.literal(SCHEMA),
  state: z.object({ snapshot: snapshot.nullable(), sources: z.record(z.string(), sourceState) }),
});

/** The state as text and back. */
export interface MarketStateCodec {
  encode(state: MarketState): string;
  /**
   * @returns undefined for anything that is not a whole state of this schema: a replica of another
   * version, a damaged file and a stranger's key must not break this one.
   */
  decode(text: string): MarketState | undefined;
}

export const marketStateCodec: MarketStateCodec = {
  encode: (state) => JSON.stringify({ schema: SCHEMA, state }),
  decode(text) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return undefined;
    }
    const result = document.safeParse(parsed);
    return result.success ? result.data.state : undefined;
  },
};

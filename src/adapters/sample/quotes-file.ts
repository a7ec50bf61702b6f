import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Instrument } from '../../domain/market/instrument.ts';
import type { Quote } from '../../domain/market/quote.ts';

/** Quotes of a past day, kept in a file of the repository. */
export interface RecordedQuotes {
  /** Unix ms of most of the quotes; some are older and say so. */
  readonly observedAt: number;
  readonly quotes: readonly Quote[];
}

const unixMs = z.iso.datetime().transform((text) => Date.parse(text));

const document = z.strictObject({
  about: z.string(),
  observedAt: unixMs,
  quotes: z.array(
    z.strictObject({
      instrument: z
        .string()
        .regex(/^(currency:[A-Z]{3}|irr:(official|market)|metal:XAU|crypto:[A-Z0-9]+)$/)
        .transform((text) => text as Instrument),
      value: z.number().positive(),
      observedAt: unixMs.exactOptional(),
      change: z
        .strictObject({ percent: z.number(), basis: z.enum(['24h', 'previous-close']) })
        .exactOptional(),
    }),
  ),
});

/** @throws {Error} naming what is wrong and where. */
export function readRecordedQuotes(path: string): RecordedQuotes {
  const result = document.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path}: ${z.prettifyError(result.error)}`);
  const { observedAt, quotes } = result.data;
  return { observedAt, quotes: quotes.map((quote) => ({ observedAt, ...quote })) };
}

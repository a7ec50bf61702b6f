import { z } from 'zod';

const document = z.strictObject({
  standard: z.string(),
  amendment: z.int(),
  effectiveFrom: z.iso.date(),
  codes: z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .min(1)
    .refine((codes) => new Set(codes).size === codes.length, { message: 'a code is given twice' }),
});

/**
 * Reads the content of `config/currencies.json`: the ISO 4217 codes that may be published. Providers
 * also send metals, coins, withdrawn and private codes; these stop here.
 * @throws {Error} naming what is wrong and where.
 */
export const parseCurrencyCodes = (content: unknown): ReadonlySet<string> => {
  const result = document.safeParse(content);
  if (result.success) return new Set(result.data.codes);
  throw new Error(`currencies: ${z.prettifyError(result.error)}`);
};

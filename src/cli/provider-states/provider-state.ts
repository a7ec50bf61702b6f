import { z } from 'zod';
import type { Claims, LawsAlteration } from './scene.ts';

/** A state that a consumer can ask for, as the catalogue lists it. */
export interface ProviderState {
  readonly name: string;
  /** What else a pact may call it, apart from synonyms of single words (`vocabulary.ts`). */
  readonly alsoCalled: readonly string[];
  /** What a consumer will see, for the documentation. Markdown. */
  readonly shows: string;
  readonly claims: Partial<Claims>;
  /** Described for the documentation by each member's `description`. */
  readonly parameters?: typeof lawsParameters;
}

const year = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  ])
  .refine((number) => number >= 1 && number <= 9999);

/** Described last: a description belongs to the very schema object that it is given to. */
export const lawsParameters = z.strictObject({
  version: z
    .string()
    .min(1)
    .exactOptional()
    .describe('the version label, a string that is not empty'),
  updatedAt: z.iso.date().exactOptional().describe('the day of the last update, `YYYY-MM-DD`'),
  years: z
    .union([z.array(year).min(1), year.transform((one) => [one])])
    .exactOptional()
    .describe('the years it holds, one or more, such as `[1404, 1405]`'),
}) satisfies z.ZodType<LawsAlteration>;

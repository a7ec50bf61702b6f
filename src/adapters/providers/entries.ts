import { type RefinementCtx, type ZodType, z } from 'zod';

/**
 * A list whose items are read one by one: what is none of the kind is left out and costs itself alone,
 * as a bad number does. A list without a single one is another document.
 */
export const listOf = <T>(item: ZodType<T>) =>
  z.array(z.unknown()).transform((raw, context): T[] => {
    const items = raw.flatMap((value) => read(item, value));
    if (items.length === 0 && raw.length > 0) refuse(context);
    return items;
  });

/** As {@link listOf}, of the values of a map. */
export const mapOf = <T>(value: ZodType<T>) =>
  z.record(z.string(), z.unknown()).transform((raw, context): Record<string, T> => {
    const entries = Object.entries(raw).flatMap(([key, each]) =>
      read(value, each).map((good) => [key, good] as const),
    );
    if (entries.length === 0 && Object.keys(raw).length > 0) refuse(context);
    return Object.fromEntries(entries);
  });

const read = <T>(kind: ZodType<T>, value: unknown): T[] => {
  const result = kind.safeParse(value);
  return result.success ? [result.data] : [];
};

const refuse = (context: RefinementCtx): void => {
  context.addIssue({ code: 'custom', message: 'not one entry is of the expected kind' });
};

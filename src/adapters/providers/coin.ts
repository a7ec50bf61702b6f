import { z } from 'zod';

/** A coin the service quotes, and what each provider calls it. */
export interface Coin {
  /** Ticker in capitals, such as `BTC`; the key under which it is published. */
  readonly symbol: string;
  readonly name: string;
  /** By source name; a source without an id here is not asked for the coin. */
  readonly ids: Readonly<Partial<Record<string, string>>>;
}

const coins = z
  .array(
    z.strictObject({
      symbol: z.string().regex(/^[A-Z0-9]{2,10}$/),
      name: z.string().min(1),
      ids: z.record(z.string(), z.string().min(1)),
    }),
  )
  .min(1)
  .refine((list) => new Set(list.map((coin) => coin.symbol)).size === list.length, {
    message: 'a symbol is given twice',
  });

/**
 * Reads the content of `config/coins.json`.
 * @throws {Error} naming what is wrong and where.
 */
export const parseCoins = (document: unknown): readonly Coin[] => {
  const result = coins.safeParse(document);
  if (result.success) return result.data;
  throw new Error(`coins: ${z.prettifyError(result.error)}`);
};

/** What one source calls the coins: its own id to the symbol. */
export const symbolsById = (coins: readonly Coin[], source: string): ReadonlyMap<string, string> =>
  new Map(
    coins.flatMap(({ symbol, ids }) => {
      const id = ids[source];
      return id === undefined ? [] : [[id, symbol]];
    }),
  );

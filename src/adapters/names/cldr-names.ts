/** Display names of what is published, in one language. */
export interface DisplayNames {
  currency(code: string): string;
  crypto(symbol: string): string;
}

/**
 * Currency names from the Unicode CLDR, as the runtime carries it; coin names from the service's own
 * list, since CLDR has none. What neither knows goes by its code.
 *
 * @param locale a BCP 47 tag.
 */
export function cldrNames(
  locale: string,
  coins: readonly { readonly symbol: string; readonly name: string }[],
): DisplayNames {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'currency', fallback: 'code' });
  const coinNames = new Map(coins.map(({ symbol, name }) => [symbol, name]));
  return {
    currency: (code) => names.of(code) ?? code,
    crypto: (symbol) => coinNames.get(symbol) ?? symbol,
  };
}

import { currency, type Instrument, rial } from '../../domain/market/instrument.ts';

/**
 * What a code in a table of rates against USD prices; undefined where it is not to be published. The
 * aggregators' and central banks' IRR is the official class, whatever they call it.
 */
export const instrumentOf = (
  code: string,
  currencies: ReadonlySet<string>,
): Instrument | undefined => {
  if (code === 'USD' || !currencies.has(code)) return undefined;
  return code === 'IRR' ? rial('official') : currency(code);
};

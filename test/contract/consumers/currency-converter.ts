/** As much of the market response as a converter reads. */
interface MarketResponse {
  readonly ok: true;
  readonly data: {
    readonly timestamp: number;
    readonly currencies: Readonly<Record<string, { readonly code: string; readonly rate: number }>>;
    readonly units: { readonly currencyBase: string };
    readonly sources: readonly string[];
    readonly freshness: 'live' | 'cached' | 'stale';
  };
}

export interface Conversion {
  readonly amount: number;
  /** When the rates were assembled. */
  readonly asOf: Date;
  readonly sources: readonly string[];
  /** The rates are old: shown to the user beside the amount. */
  readonly isStale: boolean;
}

/** There are no rates, or none that can be used; the message is fit for the user's screen. */
export class RatesUnavailable extends Error {}

/** An example consumer: converts an amount between two currencies at reference rates. */
export class CurrencyConverter {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @throws {RatesUnavailable} */
  async convert(amount: number, from: string, to: string): Promise<Conversion> {
    const { timestamp, currencies, units, sources, freshness } = await this.#rates();
    if (units.currencyBase !== 'USD') {
      throw new RatesUnavailable(`rates are per ${units.currencyBase}, not per USD`);
    }
    const [source, target] = [currencies[from], currencies[to]];
    if (!source || !target) {
      throw new RatesUnavailable(`no rate for ${source ? to : from}`);
    }
    return {
      amount: (amount / source.rate) * target.rate,
      asOf: new Date(timestamp),
      sources,
      isStale: freshness === 'stale',
    };
  }

  async #rates(): Promise<MarketResponse['data']> {
    const answer = await fetch(`${this.#origin}/api/market`);
    const body = (await answer.json()) as MarketResponse | { ok: false; error: string };
    if (!body.ok) throw new RatesUnavailable(body.error);
    return body.data;
  }
}

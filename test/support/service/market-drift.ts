import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { Upstreams } from '../upstreams/index.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Lets the prices of some instruments wander by a few percent over a week, the same at every provider:
 * a source that is stuck shows in the figures sooner or later.
 */
export class MarketDrift {
  readonly #now: () => number;
  readonly #startedAt: number;

  /** @param now Unix ms. */
  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  /** What each price is multiplied with at this moment; 1 at the start. */
  get factor(): number {
    const part = (this.#now() - this.#startedAt) / WEEK_MS;
    return 1 + 0.04 * Math.sin(2 * Math.PI * part);
  }

  apply(upstreams: Upstreams, name: string): void {
    const wander = (instrument: Instrument, move: (price: number) => number) =>
      upstreams.provider(name).change(instrument, (price) => Number(move(price).toPrecision(9)));
    const grow = (price: number) => price * this.factor;
    // currency-api counts coins and gold per dollar.
    const each = name === 'currency-api' ? (price: number) => price / this.factor : grow;
    wander('metal:XAU', each);
    wander('crypto:BTC', each);
    wander('currency:GBP', grow);
  }
}

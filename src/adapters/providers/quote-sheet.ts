import type { Instrument } from '../../domain/market/instrument.ts';
import type { Change, Quote } from '../../domain/market/quote.ts';
import {
  ProviderError,
  type ProviderReport,
  type RefusedEntry,
} from '../../domain/ports/rate-provider.ts';
import { isInFuture, type Observation, Refusal } from './reading.ts';

/** One entry of an answer as read: what could not be read stands there as a {@link Refusal}. */
export interface ReadEntry {
  readonly instrument: Instrument;
  /** In the instrument's own unit. */
  readonly value: number | Refusal;
  readonly observed: Observation | Refusal;
  readonly change?: Change | undefined;
}

/** Collects an answer entry by entry, so that one bad entry costs itself alone. */
export class QuoteSheet {
  readonly #now: number;
  readonly #quotes = new Map<Instrument, Quote>();
  readonly #refused: RefusedEntry[] = [];

  /** @param now Unix ms against which observation times are held. */
  constructor(now: number) {
    this.#now = now;
  }

  add(entry: ReadEntry): void {
    const { instrument, value, observed, change } = entry;
    if (value instanceof Refusal) this.refuse(instrument, value.reason);
    else if (observed instanceof Refusal) this.refuse(instrument, observed.reason);
    else if (isInFuture(observed, this.#now)) this.refuse(instrument, 'dated in the future');
    else if (this.#quotes.has(instrument)) {
      // Two words on one thing: neither can be told to be the right one.
      this.#quotes.delete(instrument);
      this.refuse(instrument, 'given twice');
    } else if (!this.#refused.some((refusal) => refusal.instrument === instrument)) {
      this.#quotes.set(instrument, {
        instrument,
        value,
        observedAt: observed.at,
        ...(change && { change }),
      });
    }
  }

  refuse(instrument: Instrument, reason: string): void {
    this.#refused.push({ instrument, reason });
  }

  /** @throws {ProviderError} `no-data` where not one entry was good. */
  report(): ProviderReport {
    if (this.#quotes.size === 0) {
      const first = this.#refused[0];
      const why = first ? `, the first refused as ${first.reason}` : '';
      throw new ProviderError('no-data', `no usable quote in the answer${why}`);
    }
    return { quotes: [...this.#quotes.values()], refused: this.#refused };
  }
}

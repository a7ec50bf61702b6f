import type { RecordedQuotes } from '../../adapters/sample/quotes-file.ts';
import { type Group, groupOf, type Instrument, rial } from '../../domain/market/instrument.ts';
import type { Quote } from '../../domain/market/quote.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import {
  ProviderError,
  type ProviderReport,
  type RateProvider,
} from '../../domain/ports/rate-provider.ts';

/** One source per group, and one for the open-market rial; named as real sources are. */
const SOURCES: Readonly<Record<Group | 'open-market', string>> = {
  currencies: 'frankfurter',
  gold: 'gold-api',
  crypto: 'coingecko',
  'open-market': 'nobitex',
};

const DAY_MS = 86_400_000;

/** Sources that say what was recorded, as if observed this moment, or do not answer at all. */
export class ControlledRates {
  readonly providers: readonly RateProvider[];
  #failing = false;

  constructor(recorded: RecordedQuotes, clock: Pick<Clock, 'now'>) {
    const bySource = Map.groupBy(recorded.quotes, ({ instrument }) => sourceOf(instrument));
    this.providers = [...bySource].map(([name, quotes]) => ({
      profile: {
        name,
        cadence: 'live',
        voteGroup: name,
        rank: 1,
        pollEveryMs: 0,
        usableForMs: DAY_MS,
        budget: { callsPerPoll: 0, callsPerDayAllowed: 0, allowanceSource: 'no network' },
      },
      poll: async () => this.#answer(name, quotes, clock.now()),
    }));
  }

  /** From now on no source answers. */
  fail(): void {
    this.#failing = true;
  }

  #answer(name: string, quotes: readonly Quote[], observedAt: number): ProviderReport {
    if (this.#failing) throw new ProviderError('unreachable', `${name}: no connection`);
    return { quotes: quotes.map((quote) => ({ ...quote, observedAt })), refused: [] };
  }
}

const sourceOf = (instrument: Instrument): string =>
  instrument === rial('market') ? SOURCES['open-market'] : SOURCES[groupOf(instrument)];

import type { PastValues } from '../../domain/market/quote.ts';
import { DAY_MS, dayOf, parseDay } from './calendar-day.ts';
import { type DayValues, onDay, toPast } from './past-days.ts';
import { firstOrSecond } from './second-host.ts';
import { isNotFound } from './upstream-error.ts';

export interface FileHost {
  /** Whether the host also serves the files of single days. */
  readonly dated: boolean;
  /** @param version a day as `2026-10-05`, or `latest`. */
  readonly urlOf: (version: string) => string;
}

export interface DatedFilesOptions {
  /** In the order in which they are asked. */
  readonly hosts: readonly [FileHost, FileHost];
  readonly fetch: (url: string, signal: AbortSignal) => Promise<DayValues>;
}

/** How many days back a previous file is looked for; single days were never published. */
const MOST_DAYS_BACK = 3;

/** Files published once per day and never altered, on hosts that stand in for one another. */
export class DatedFiles {
  readonly #options: DatedFilesOptions;

  constructor(options: DatedFilesOptions) {
    this.#options = options;
  }

  /**
   * The newest file there is. Today's is asked by its date, since a CDN keeps `latest` for days.
   * @throws {ProviderError} of the first host, where none has one.
   */
  newest(now: number, signal: AbortSignal): Promise<DayValues> {
    const [first, second] = this.#options.hosts;
    return firstOrSecond(
      signal,
      (bounded) => this.#newestOn(first, now, bounded),
      (bounded) => this.#newestOn(second, now, bounded),
    );
  }

  /**
   * The values of the last day before `date` that was published, at most three days back; undefined
   * where there is none.
   *
   * @param past days that need not be asked for, since their files never change.
   */
  async before(
    date: string,
    past: readonly PastValues[],
    signal: AbortSignal,
  ): Promise<PastValues | undefined> {
    const start = parseDay(date);
    const host = this.#options.hosts.find(({ dated }) => dated);
    if (start === undefined || !host) return undefined;
    for (let back = 1; back <= MOST_DAYS_BACK; back++) {
      const day = dayOf(start - back * DAY_MS);
      const known = onDay(past, day);
      if (known) return known;
      const file = await this.#ofDay(host, day, signal);
      if (file) return toPast(file);
    }
    return undefined;
  }

  async #newestOn(host: FileHost, now: number, signal: AbortSignal): Promise<DayValues> {
    for (const day of host.dated ? [dayOf(now), dayOf(now - DAY_MS)] : []) {
      const file = await this.#ofDay(host, day, signal);
      if (file) return file;
    }
    return this.#options.fetch(host.urlOf('latest'), signal);
  }

  /** The file of one day; undefined where the host has none, or another day's under its name. */
  async #ofDay(host: FileHost, day: string, signal: AbortSignal): Promise<DayValues | undefined> {
    try {
      const file = await this.#options.fetch(host.urlOf(day), signal);
      return file.date === day ? file : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

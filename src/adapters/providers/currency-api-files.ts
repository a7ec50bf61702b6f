import { DAY_MS, dayOf, parseDay } from './calendar-day.ts';
import { firstOrSecond } from './second-host.ts';
import { isNotFound } from './upstream-error.ts';

export interface FileHost {
  /** Whether the host also serves the files of single days. */
  readonly dated: boolean;
  /** @param version a day as `2026-10-05`, or `latest`. */
  readonly urlOf: (version: string) => string;
}

export interface DatedFilesOptions<T> {
  /** In the order in which they are asked. */
  readonly hosts: readonly [FileHost, FileHost];
  readonly fetch: (url: string, signal: AbortSignal) => Promise<T>;
}

/** How many days back a previous file is looked for; single days were never published. */
const MOST_DAYS_BACK = 3;
/** Past files kept: the newest, and the one before it while today's is not out. */
const MOST_REMEMBERED = 2;

/** Files published once per day and never altered, on hosts that stand in for one another. */
export class DatedFiles<T extends { readonly date: string }> {
  readonly #options: DatedFilesOptions<T>;
  readonly #remembered = new Map<string, T>();

  constructor(options: DatedFilesOptions<T>) {
    this.#options = options;
  }

  /**
   * The newest file there is. Today's is asked by its date, since a CDN keeps `latest` for days.
   * @throws {ProviderError} of the first host, where none has one.
   */
  newest(now: number, signal: AbortSignal): Promise<T> {
    const [first, second] = this.#options.hosts;
    return firstOrSecond(
      signal,
      (bounded) => this.#newestOn(first, now, bounded),
      (bounded) => this.#newestOn(second, now, bounded),
    );
  }

  /**
   * The file of the last day before `date` that was published, at most three days back; undefined
   * where there is none. Remembered by its date.
   */
  async before(date: string, signal: AbortSignal): Promise<T | undefined> {
    const start = parseDay(date);
    const host = this.#options.hosts.find(({ dated }) => dated);
    if (start === undefined || !host) return undefined;
    for (let back = 1; back <= MOST_DAYS_BACK; back++) {
      const day = dayOf(start - back * DAY_MS);
      const file = await this.#past(host, day, signal);
      if (file) return file;
    }
    return undefined;
  }

  async #newestOn(host: FileHost, now: number, signal: AbortSignal): Promise<T> {
    for (const day of host.dated ? [dayOf(now), dayOf(now - DAY_MS)] : []) {
      const file = await this.#ofDay(host, day, signal);
      if (file) return file;
    }
    return this.#options.fetch(host.urlOf('latest'), signal);
  }

  /** The file of one day; undefined where the host has none, or another day's under its name. */
  async #ofDay(host: FileHost, day: string, signal: AbortSignal): Promise<T | undefined> {
    try {
      const file = await this.#options.fetch(host.urlOf(day), signal);
      return file.date === day ? file : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** As {@link #ofDay}, of a day before the newest: asked once, since its file never changes. */
  async #past(host: FileHost, day: string, signal: AbortSignal): Promise<T | undefined> {
    const file = this.#remembered.get(day) ?? (await this.#ofDay(host, day, signal));
    if (file) this.#remembered.set(day, file);
    const [eldest] = [...this.#remembered.keys()].toSorted();
    if (eldest !== undefined && this.#remembered.size > MOST_REMEMBERED) {
      this.#remembered.delete(eldest);
    }
    return file;
  }
}

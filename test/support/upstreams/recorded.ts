import { readFileSync } from 'node:fs';

/** The minute in which the recorded bodies were taken: every time in them lies just before it. */
export const RECORDED_AT = Date.parse('2026-10-05T09:37:00Z');

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A recorded body as it came over the wire. */
export const recordedText = (name: string): string =>
  readFileSync(new URL(`./recorded/${name}`, import.meta.url), 'utf8');

/** A recorded JSON body, parsed anew at each call, so that a caller may alter it. */
export const recordedJson = <T>(name: string): T => JSON.parse(recordedText(name)) as T;

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** Moves recorded times so that they are as old now as they were when they were recorded. */
export class MovedTime {
  readonly now: number;
  readonly #instantShift: number;
  readonly #dayShift: number;

  constructor(now: number, recordedAt = RECORDED_AT) {
    this.now = now;
    this.#instantShift = now - recordedAt;
    this.#dayShift = startOfDay(now) - startOfDay(recordedAt);
  }

  /** Unix ms. */
  ms(recorded: number): number {
    return recorded + this.#instantShift;
  }

  /** Unix seconds. */
  seconds(recorded: number): number {
    return Math.floor(this.ms(recorded * 1000) / 1000);
  }

  /** Unix seconds of a full hour, moved by whole hours. */
  hour(recorded: number): number {
    const hours = Math.floor(this.now / HOUR_MS) - Math.floor(RECORDED_AT / HOUR_MS);
    return recorded + (hours * HOUR_MS) / 1_000;
  }

  /** `2026-10-05T09:36:15Z`. */
  iso(recorded: string): string {
    return `${new Date(this.ms(Date.parse(recorded))).toISOString().slice(0, 19)}Z`;
  }

  /** `2026-10-05`, moved by whole days. */
  day(recorded: string): string {
    return new Date(Date.parse(`${recorded}T00:00:00Z`) + this.#dayShift)
      .toISOString()
      .slice(0, 10);
  }
}

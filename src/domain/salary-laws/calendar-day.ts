/** A day of the proleptic Gregorian calendar, `YYYY-MM-DD`. */
export type IsoDate = string;

/** One day in both calendars that its readers use. */
export interface CalendarDay {
  /** Solar Hijri, `YYYY-MM-DD`. */
  readonly jalali: string;
  readonly gregorian: IsoDate;
}

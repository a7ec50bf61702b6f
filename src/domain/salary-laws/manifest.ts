import type { IsoDate } from './calendar-day.ts';
import type { ValidSalaryLaws } from './dataset.ts';

/** What a dataset says of itself beside its year files. */
export interface Manifest {
  readonly version: string;
  /** Gregorian day (UTC) of the last change. */
  readonly updatedAt: IsoDate;
  /** ISO 8601, UTC, whole seconds: the instant of this version. */
  readonly publishedAt: string;
  readonly source: string;
  /** ISO 3166-1 alpha-2. */
  readonly region?: string;
  /** See `seal.ts`; absent where a version was raised by hand and not released. */
  readonly contentDigest?: string;
}

/** A version as it was released, kept so that later ones can be compared with it. */
export interface ReleaseRecord {
  readonly publishedAt: string;
  readonly contentDigest: string;
  readonly laws: ValidSalaryLaws;
}

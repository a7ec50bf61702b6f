import type { Digest } from '../ports/dataset-digest.ts';
import type { IsoDate } from './calendar-day.ts';

/**
 * The proof of content: it covers the published bytes and the instant of publication, so that no
 * digit can change, in a year file or in the manifest, without the seal being broken. A folder that
 * is half written breaks it too, which is why one is never taken up.
 */
export const seal = (body: string, publishedAt: string, digest: Digest): string =>
  `sha256:${digest(`${publishedAt}\n${body}`)}`;

/** An instant as the manifest writes it: ISO 8601, UTC, whole seconds. */
export const instantText = (unixMs: number): string =>
  `${new Date(unixMs).toISOString().slice(0, 19)}Z`;

/**
 * The Unix ms of an instant as the manifest writes it; undefined for what is no instant of this
 * calendar, such as a leap second or 30 February, which `Date.parse` refuses or moves on.
 */
export const instantOf = (text: string): number | undefined => {
  const unixMs = Date.parse(text);
  return !Number.isNaN(unixMs) && instantText(unixMs) === text ? unixMs : undefined;
};

/** The UTC day of an instant. */
export const dayOf = (unixMs: number): IsoDate => new Date(unixMs).toISOString().slice(0, 10);

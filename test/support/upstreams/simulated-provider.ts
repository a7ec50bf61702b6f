import type { Instrument } from '../../../src/domain/market/instrument.ts';
import type { MovedTime } from './recorded.ts';

/** A provider's answer before it is put on the wire. */
export interface Reply {
  readonly status?: number;
  readonly type?: string;
  /** Sends an `ETag` and honours `If-None-Match`, as the real host does. */
  readonly validated?: boolean;
  /** What is sent as JSON, or handed to `write`; free to be altered. */
  readonly document: unknown;
  readonly write?: (document: unknown) => string;
}

/** Where one instrument's number stands in a document. */
export interface Slot {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
  /** Takes the whole entry out; the bare number if absent. */
  readonly remove?: () => void;
}

/** How one real host behaves when all is well. */
export interface SimulatedProvider {
  readonly name: string;
  /** @returns undefined for a path that the real host does not know. */
  readonly answer: (url: URL, time: MovedTime) => Reply | undefined;
  /** The newest number of an instrument; undefined where this document has none. */
  readonly find: (document: unknown, instrument: Instrument, url: URL) => Slot | undefined;
  readonly notFound: { readonly type: string; readonly body: string };
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The code behind an instrument's kind, in capitals. */
export const codeIn = (instrument: Instrument): string =>
  instrument.startsWith('irr:') ? 'IRR' : instrument.slice(instrument.indexOf(':') + 1);

import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { COMMON_HEADERS, JSON_TYPE } from '../common-headers.ts';
import { formatHttpDate } from '../conditional/http-date.ts';
import type { Validators } from '../conditional/preconditions.ts';
import { CODINGS, type Coding } from './accept-encoding.ts';

interface RepresentationOptions {
  readonly body: Buffer | EncodedBody;
  /** Names the content; without quotes, and without a character that an entity tag forbids. */
  readonly digest: string;
  /** Unix ms in whole seconds. */
  readonly lastModified?: number;
}

/**
 * One JSON body in every coding it is offered in: serialised, hashed and compressed once, so that a
 * request has only to choose and to write.
 */
export class Representation {
  readonly #body: EncodedBody;
  readonly #digest: string;
  readonly #variants: Readonly<Record<Coding, Variant>>;

  constructor({ body, digest, lastModified }: RepresentationOptions) {
    const encoded = body instanceof EncodedBody ? body : new EncodedBody(body);
    this.#body = encoded;
    this.#digest = digest;
    const all = CODINGS.map((coding) => ({ coding, etag: etagOf(digest, coding) }));
    const variant = (coding: Coding): Variant =>
      new Variant(coding, encoded, {
        etag: etagOf(digest, coding),
        alternates: all.filter((alternate) => alternate.coding !== coding),
        lastModified,
      });
    this.#variants = { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') };
  }

  /** @param text JSON; the digest is taken of its bytes. */
  static ofText(text: string): Representation {
    const body = Buffer.from(text);
    return new Representation({ body, digest: hash('sha256', body, 'base64url') });
  }

  /** The same content with another `Last-Modified`; what is compressed is not compressed again. */
  dated(lastModified: number): Representation {
    return new Representation({ body: this.#body, digest: this.#digest, lastModified });
  }

  variant(coding: Coding): Variant {
    return this.#variants[coding];
  }
}

/** A body in each coding, compressed when first asked for. */
class EncodedBody {
  readonly #body: Buffer;
  readonly #encoded = new Map<Coding, Buffer>();

  constructor(body: Buffer) {
    this.#body = body;
  }

  in(coding: Coding): Buffer {
    const known = this.#encoded.get(coding);
    if (known) return known;
    const encoded = encode(this.#body, coding);
    this.#encoded.set(coding, encoded);
    return encoded;
  }
}

/** A representation in one coding. */
export class Variant {
  readonly validators: Validators & { readonly etag: string };
  readonly #coding: Coding;
  readonly #encoded: EncodedBody;
  readonly #lastModified: string | undefined;
  #prepared: Prepared | undefined;
  /** By tag: the variant's own, and those of the other codings. */
  readonly #preparedNotModified = new Map<string, Prepared>();

  constructor(
    coding: Coding,
    encoded: EncodedBody,
    validators: Validators & { readonly etag: string },
  ) {
    this.#coding = coding;
    this.#encoded = encoded;
    this.validators = validators;
    const { lastModified } = validators;
    this.#lastModified = lastModified === undefined ? undefined : formatHttpDate(lastModified);
  }

  /** Compressed when first asked for; a 304 never asks. */
  get body(): Buffer {
    return this.#encoded.in(this.#coding);
  }

  /** The fields of a 200, flat; made anew only when `cacheControl` differs from the last time. */
  headers(cacheControl: string): readonly string[] {
    if (this.#prepared?.cacheControl !== cacheControl) {
      const headers = [...this.headersOfNotModified(cacheControl, this.validators.etag)];
      headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(this.body.length));
      if (this.#coding !== 'identity') headers.push('Content-Encoding', this.#coding);
      this.#prepared = { cacheControl, headers };
    }
    return this.#prepared.headers;
  }

  /**
   * The fields of a 304 (RFC 9110 section 15.4.5): none that describes a body.
   * @param etag one of the {@link validators}'.
   */
  headersOfNotModified(cacheControl: string, etag: string): readonly string[] {
    const known = this.#preparedNotModified.get(etag);
    if (known?.cacheControl === cacheControl) return known.headers;
    const headers = [...COMMON_HEADERS, 'ETag', etag, 'Cache-Control', cacheControl];
    headers.push('Vary', 'Accept-Encoding');
    if (this.#lastModified !== undefined) headers.push('Last-Modified', this.#lastModified);
    this.#preparedNotModified.set(etag, { cacheControl, headers });
    return headers;
  }
}

/** Header fields, flat, as they were made for the last `Cache-Control`. */
interface Prepared {
  readonly cacheControl: string;
  readonly headers: readonly string[];
}

/** Strong tags name bytes, so each coding has its own (RFC 9110 section 8.8.3.3). */
const etagOf = (digest: string, coding: Coding): string =>
  coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;

const encode = (body: Buffer, coding: Coding): Buffer => {
  switch (coding) {
    case 'identity':
      return body;
    case 'gzip':
      return gzipSync(body);
    case 'br':
      return brotliCompressSync(body, { params: BROTLI });
  }
};

/** Level 5 takes about a millisecond for a market body; the default, 11, would take fifty. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

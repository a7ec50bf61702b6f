import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Request, type Response } from 'got';
import type { ZodType } from 'zod';
import type { Clock } from '../../domain/ports/clock.ts';
import { ProviderError } from '../../domain/ports/rate-provider.ts';
import { AnswerMemory } from './answer-memory.ts';
import { type DocumentFormat, JSON_DOCUMENT } from './document-format.ts';
import { parseHttpDate } from './http-date.ts';
import { retryAfterMs } from './retry-after.ts';
import { placeOf, transportError, UpstreamStatusError } from './upstream-error.ts';

export interface UpstreamRequest<T> {
  readonly url: string;
  /** Bounds the whole request, from the look-up of the name to the last byte. */
  readonly signal: AbortSignal;
  /** What the document must look like; it may pick and keep only what is wanted. */
  readonly schema: ZodType<T>;
  /** JSON unless told otherwise. */
  readonly format?: DocumentFormat;
  /** The most that is read of a body, in bytes, before and after decompression. */
  readonly maxBytes?: number;
}

export interface UpstreamAnswer<T> {
  readonly document: T;
  /**
   * Unix ms at which the origin generated the answer: `Date`, or the time of receipt where there is
   * none, less `Age` (RFC 9111 §4.2.3). Stands in for an observation time where a provider
   * gives none.
   */
  readonly generatedAt: number;
}

/** The one way to a provider: a GET for a document that is small, whole, typed and on time. */
export interface UpstreamHttp {
  /** @throws {ProviderError} for whatever keeps it from that. */
  get<T>(request: UpstreamRequest<T>): Promise<UpstreamAnswer<T>>;
  /** Closes the idle connections. */
  close(): void;
}

export interface UpstreamHttpOptions {
  /** Of the service, for the `User-Agent`. */
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  /** The longest one request may take, in ms, whatever the caller's signal allows. */
  readonly timeoutMs?: number;
  /** The longest a connection may take to stand, in ms. */
  readonly connectTimeoutMs?: number;
  /** The longest silence on an open connection, in ms. */
  readonly idleTimeoutMs?: number;
  /** The default of {@link UpstreamRequest.maxBytes}. */
  readonly maxBytes?: number;
}

const MEBIBYTE = 1_048_576;
const REMEMBERED_URLS = 32;

/** Status and head of a response whose body may still be on its way. */
type Exchange = { readonly stream: Request; readonly response: Response };

export const createUpstreamHttp = (options: UpstreamHttpOptions): UpstreamHttp => {
  const { clock, timeoutMs = 10_000, connectTimeoutMs = 3_000, idleTimeoutMs = 5_000 } = options;
  const memory = new AnswerMemory(REMEMBERED_URLS);
  const agent = {
    http: new HttpAgent({ keepAlive: true, maxSockets: 8, scheduling: 'lifo' }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: 8, scheduling: 'lifo' }),
  };
  const client = got.extend({
    agent,
    headers: {
      'user-agent': `reference-data-service/${options.version} (keyless reference rates)`,
    },
    timeout: {
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
      socket: idleTimeoutMs,
      request: timeoutMs,
    },
    // The schedule decides when to ask again; a provider that moved is a provider to look at.
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
  });

  const get = async <T>(request: UpstreamRequest<T>): Promise<UpstreamAnswer<T>> => {
    const { url, signal, schema, format = JSON_DOCUMENT } = request;
    const place = placeOf(new URL(url));
    const remembered = memory.recall(url);
    const stream = client.stream(url, {
      signal,
      headers: {
        accept: format.accept,
        ...(remembered && { 'if-none-match': remembered.etag }),
      },
    });
    let answered = false;
    try {
      const response = await headOf(stream);
      const generatedAt = generatedAtOf(response.headers, clock.now());
      if (response.statusCode === 304 && remembered) {
        return { document: remembered.document as T, generatedAt };
      }
      if (response.statusCode !== 200) {
        const { 'retry-after': retryAfter } = response.headers;
        const wait = retryAfterMs(retryAfter, clock.now());
        throw new UpstreamStatusError(place, response.statusCode, wait);
      }
      answered = true;
      checkMediaType(response.headers, format, place);
      const maxBytes = request.maxBytes ?? options.maxBytes ?? MEBIBYTE;
      const text = await readText({ stream, response }, maxBytes, place);
      const document = shaped(parsed(text, format, place), schema, place);
      const { etag } = response.headers;
      memory.remember(url, etag ? { etag, document } : undefined);
      return { document, generatedAt };
    } catch (error) {
      throw transportError(error, place, answered, signal);
    } finally {
      // A body that nobody reads to its end must not hold its connection.
      stream.destroy();
    }
  };

  return {
    get,
    close: () => {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
};

const headOf = (stream: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve);
    // Stays attached: a stream destroyed later may still report why.
    stream.on('error', reject);
  });

const generatedAtOf = (headers: IncomingHttpHeaders, now: number): number => {
  const date = parseHttpDate(headers.date);
  const age = Number(headers.age ?? 0);
  const answeredAt = date ?? now;
  return Number.isFinite(age) && age > 0 ? Math.round(answeredAt - age * 1000) : answeredAt;
};

const checkMediaType = (
  headers: IncomingHttpHeaders,
  format: DocumentFormat,
  place: string,
): void => {
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (format.carries(mediaType)) return;
  throw new ProviderError('content-type', `${place} did not answer with ${format.accept}`);
};

const readText = async (exchange: Exchange, maxBytes: number, place: string): Promise<string> => {
  const tooLarge = () => new ProviderError('too-large', `${place} sent over ${maxBytes} bytes`);
  if (Number(exchange.response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // What arrives here is decompressed already, so that a small body cannot swell past the cap.
  for await (const chunk of exchange.stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ProviderError('malformed', `${place} sent a body that is not UTF-8`);
  }
};

const parsed = (text: string, format: DocumentFormat, place: string): unknown => {
  try {
    return format.parse(text);
  } catch {
    throw new ProviderError('malformed', `${place} sent a body that cannot be parsed`);
  }
};

const shaped = <T>(document: unknown, schema: ZodType<T>, place: string): T => {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.map(String).join('.') ?? '';
  // The path may hold the provider's own keys; only plain ones are fit for a log.
  const where = /^[\w.-]{1,60}$/.test(path) ? ` at ${path}` : '';
  throw new ProviderError('unexpected-shape', `${place} sent an unexpected document${where}`);
};

import got, { RequestError, type Response } from 'got';

export interface FetchOptions {
  readonly url: string;
  /** The validator of the response that is held, if any. */
  readonly etag: string | null;
  readonly userAgent: string;
  /** For the whole exchange, in ms. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type Fetched =
  | {
      readonly kind: 'document';
      readonly body: string;
      readonly etag: string | null;
      readonly lastModified: string | undefined;
      /** When the origin made the answer, by its own clock. */
      readonly date: string | undefined;
    }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number };

const failed = (reason: string, retryAfterMs = 0): Fetched => ({
  kind: 'failed',
  reason,
  retryAfterMs,
});

/** Asks once, conditionally. Redirects are not followed: what is followed is the address given. */
export const fetchDocument = async (options: FetchOptions): Promise<Fetched> => {
  const { url, etag, userAgent, timeoutMs, maxBytes, signal } = options;
  try {
    const stream = got.stream(url, {
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
      timeout: { connect: timeoutMs, request: timeoutMs },
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      signal,
    });
    let response: Response | undefined;
    stream.once('response', (received: Response) => {
      response = received;
    });
    const chunks: Buffer[] = [];
    let size = 0;
    // The bytes counted are those after decompression, so that a small bomb is stopped too.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return failed(`the answer has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return response ? outcomeOf(response, Buffer.concat(chunks), etag) : failed('no answer');
  } catch (error) {
    // Codes alone: a message may hold the address with its credentials.
    const code = error instanceof RequestError ? error.code : 'unknown error';
    return failed(`no answer (${code})`);
  }
};

const outcomeOf = (response: Response, bytes: Buffer, etag: string | null): Fetched => {
  const { statusCode: status, headers } = response;
  if (status === 304 && etag !== null) return { kind: 'not-modified' };
  if (status !== 200) return failed(`status ${status}`, retryAfterMs(headers['retry-after']));
  let body: string;
  try {
    body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return failed('the answer is not text in UTF-8');
  }
  return {
    kind: 'document',
    body,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'],
    date: headers.date,
  };
};

const MAX_RETRY_AFTER_MS = 3_600_000;

/** RFC 9110, section 10.2.3, in seconds; a date is rare and left to the ordinary period. */
const retryAfterMs = (header: string | undefined): number =>
  header !== undefined && /^\d+$/.test(header)
    ? Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS)
    : 0;

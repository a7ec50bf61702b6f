import type { BrokerCredentials } from './options.ts';
import { PactProblem } from './problem.ts';

const PATIENCE_MS = 10_000;

/** Something that is told to a broker. */
export interface Telling {
  readonly method: 'POST' | 'PUT';
  readonly document: object;
}

/**
 * Fetches a pact or another document of a broker, or tells it something. Asked once: a broker that
 * has no answer in time, or none but an error, is not asked again.
 * @returns the answer's content.
 * @throws {PactProblem} if it cannot be had, with the status if there was an answer.
 */
export async function fetchDocument(
  url: string,
  credentials: BrokerCredentials,
  telling?: Telling,
): Promise<string> {
  const place = withoutSecrets(url);
  try {
    const answer = await fetch(url, {
      ...(telling && { method: telling.method, body: JSON.stringify(telling.document) }),
      headers: {
        accept: 'application/hal+json, application/json',
        ...(telling && { 'content-type': 'application/json' }),
        ...authorization(credentials),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const content = await answer.text();
    if (answer.ok) return content;
    throw refusal(place, answer.status, credentials);
  } catch (error) {
    if (error instanceof PactProblem) throw error;
    throw new PactProblem(`${place} cannot be reached: ${causeOf(error)}`);
  }
}

/** @returns undefined for what is no JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(place: string, status: number, credentials: BrokerCredentials): PactProblem {
  const isUnauthorized = status === 401 || status === 403;
  return isUnauthorized
    ? new PactProblem(`${place} refuses ${nameOf(credentials)} (${status})`, status)
    : new PactProblem(`${place} answers ${status}`, status);
}

function authorization({ token, username, password }: BrokerCredentials): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` };
  if (!username) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

function nameOf({ token, username }: BrokerCredentials): string {
  if (token) return 'the token in PACT_BROKER_TOKEN';
  if (username) return `the password for ${username}`;
  return 'a request without credentials; set PACT_BROKER_TOKEN';
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
}

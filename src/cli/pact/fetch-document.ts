import type { BrokerCredentials } from './options.ts';
import { PactProblem } from './problem.ts';

const PATIENCE_MS = 10_000;

/**
 * Fetches a pact, or a broker's index, as the verifier will a moment later, to be able to say in one
 * sentence why it cannot be had.
 * @throws {PactProblem} if it cannot.
 */
export async function fetchDocument(url: string, credentials: BrokerCredentials): Promise<string> {
  const place = withoutSecrets(url);
  let answer: Response;
  try {
    answer = await fetch(url, {
      headers: { accept: 'application/hal+json, application/json', ...authorization(credentials) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    throw new PactProblem(`${place} cannot be reached: ${causeOf(error)}`);
  }
  if (answer.status === 401 || answer.status === 403) {
    throw new PactProblem(`${place} refuses ${nameOf(credentials)} (${answer.status})`);
  }
  if (!answer.ok) throw new PactProblem(`${place} answers ${answer.status}`);
  return answer.text();
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

import type { PastValues, Quote } from '../../../src/domain/market/quote.ts';
import type { SourceProfile } from '../../../src/domain/market/source.ts';
import {
  ProviderError,
  type ProviderFailure,
  type ProviderReport,
  type RateProvider,
} from '../../../src/domain/ports/rate-provider.ts';
import { aProfile } from './sources.ts';

/** A provider that says what it is told to. */
export class FakeRateProvider implements RateProvider {
  readonly profile: SourceProfile;
  polls = 0;
  /** What it was handed of its past at its last poll. */
  handed: readonly PastValues[] = [];
  #answer: (signal: AbortSignal) => Promise<ProviderReport>;

  constructor(profile: Partial<SourceProfile>, quotes: readonly Quote[] = []) {
    this.profile = aProfile(profile);
    this.#answer = async () => ({ quotes, refused: [] });
  }

  poll(signal: AbortSignal, past: readonly PastValues[]): Promise<ProviderReport> {
    this.polls += 1;
    this.handed = past;
    return this.#answer(signal);
  }

  says(...quotes: readonly Quote[]): void {
    this.#answer = async () => ({ quotes, refused: [] });
  }

  /** As {@link says}, with something of its past. */
  recalls(past: readonly PastValues[], ...quotes: readonly Quote[]): void {
    this.#answer = async () => ({ quotes, refused: [], past });
  }

  fails(code: ProviderFailure, retryAfterMs?: number): void {
    this.#answer = async () => {
      throw new ProviderError(code, `${this.profile.name}: ${code}`, retryAfterMs);
    };
  }

  /** Neither answers nor listens to the signal. */
  hangs(): void {
    this.#answer = () => new Promise(() => undefined);
  }

  /** Answers when the returned function is called. */
  answersLater(...quotes: readonly Quote[]): () => void {
    const { promise, resolve } = Promise.withResolvers<ProviderReport>();
    this.#answer = () => promise;
    return () => resolve({ quotes, refused: [] });
  }
}

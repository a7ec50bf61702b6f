import { type IntakeContext, recordAnswer, recordFailure } from '../domain/market/intake.ts';
import type { SourceState } from '../domain/market/state.ts';
import type { Clock } from '../domain/ports/clock.ts';
import {
  ProviderError,
  type ProviderReport,
  type RateProvider,
} from '../domain/ports/rate-provider.ts';

export interface PollOptions {
  readonly clock: Clock;
  /** `UPSTREAM_TIMEOUT_MS`. */
  readonly timeoutMs: number;
  readonly intake: Pick<IntakeContext, 'limitsOf' | 'schedule'>;
}

export interface PollOutcome {
  readonly state: SourceState;
  /** Undefined after a good answer. */
  readonly error?: ProviderError;
}

/** Asks a source once and records what came of it. Never rejects, and never outlasts the timeout. */
export async function pollSource(
  provider: RateProvider,
  state: SourceState,
  { clock, timeoutMs, intake }: PollOptions,
): Promise<PollOutcome> {
  const { profile } = provider;
  try {
    const report = await bounded(provider, state, clock, timeoutMs);
    if (report.quotes.length === 0) {
      throw new ProviderError('no-data', `${profile.name}: no usable quote in the answer`);
    }
    return { state: recordAnswer(state, report, { ...intake, profile, now: clock.now() }) };
  } catch (cause) {
    const error = asProviderError(cause, profile.name);
    return {
      state: recordFailure(state, error, { profile, schedule: intake.schedule, now: clock.now() }),
      error,
    };
  }
}

/** The signal asks the adapter to stop; the race holds even if the adapter does not listen. */
async function bounded(
  provider: RateProvider,
  { past }: SourceState,
  clock: Clock,
  timeoutMs: number,
): Promise<ProviderReport> {
  const answered = new AbortController();
  const poll = new AbortController();
  const timeout = clock.delay(timeoutMs, answered.signal).then(() => {
    const error = new ProviderError(
      'timeout',
      `${provider.profile.name}: no answer within ${timeoutMs} ms`,
    );
    poll.abort(error);
    throw error;
  });
  try {
    return await Promise.race([provider.poll(poll.signal, past), timeout]);
  } finally {
    answered.abort();
    timeout.catch(() => undefined);
  }
}

function asProviderError(cause: unknown, source: string): ProviderError {
  if (cause instanceof ProviderError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ProviderError('unexpected-shape', `${source}: ${message}`);
}

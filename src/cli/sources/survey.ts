import type { MarketPolicy } from '../../application/refresh-market.ts';
import { pollSource } from '../../application/source-poll.ts';
import { confirmQuarantined } from '../../domain/market/confirmation.ts';
import type { KnownSource } from '../../domain/market/price.ts';
import { UNASKED } from '../../domain/market/state.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { RateProvider } from '../../domain/ports/rate-provider.ts';

export interface SurveyOptions {
  readonly clock: Clock;
  readonly policy: MarketPolicy;
  /** `UPSTREAM_TIMEOUT_MS`. */
  readonly timeoutMs: number;
}

/** What a source said when it was asked, judged as the service would judge it. */
export interface Answer extends KnownSource {
  /** From the question to the whole answer, new connections included; in ms. */
  readonly latencyMs: number;
}

/** Asks every provider once, all at the same time, as a service that has just started would. */
export async function survey(
  providers: readonly RateProvider[],
  { clock, policy, timeoutMs }: SurveyOptions,
): Promise<readonly Answer[]> {
  const answers = await Promise.all(
    providers.map(async (provider) => {
      const start = performance.now();
      const { state } = await pollSource(provider, UNASKED, { clock, timeoutMs, intake: policy });
      return { profile: provider.profile, state, latencyMs: performance.now() - start };
    }),
  );
  const confirmed = confirmQuarantined(
    Object.fromEntries(answers.map(({ profile, state }) => [profile.name, state])),
    { ...policy, profiles: answers.map(({ profile }) => profile), now: clock.now() },
  );
  return answers.map((answer) => ({
    ...answer,
    state: confirmed[answer.profile.name] ?? answer.state,
  }));
}

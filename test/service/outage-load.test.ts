import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import { createPollSchedule } from '../../src/domain/market/poll-schedule.ts';
import type { SourceProfile } from '../../src/domain/market/source.ts';
import type { ProviderFailure } from '../../src/domain/ports/rate-provider.ts';
import { RawClient } from '../support/http/raw-client.ts';
import type { MarketBody } from '../support/service/market-body.ts';
import { TestWorld } from '../support/service/test-world.ts';
import type { UpstreamServer } from '../support/upstreams/index.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** `MARKET_TTL_SECONDS` of config/default.json. */
const TTL = 300 * SECOND;
const STEP = 30 * SECOND;
const CLIENTS = 20;

const ASKED = CATALOGUE.filter(({ onByDefault }) => onByDefault).map(({ profile }) => profile);

/** How often a source that only fails may be asked within a time, with all the jitter there is. */
const pollsAllowed = (
  profile: SourceProfile,
  code: ProviderFailure,
  publicPace: boolean,
  withinMs: number,
): number => {
  const schedule = createPollSchedule({
    ttlMs: TTL,
    keepsOwnPace: () => publicPace,
    random: () => 1,
  });
  let polls = 0;
  for (let at = 0; at <= withinMs; ) {
    polls += 1;
    at = schedule.afterFailure(profile, { code, since: 0, failures: polls }, at);
  }
  return polls;
};

describe('an outage of ten TTLs under load', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await TestWorld.start();
  });
  afterEach(() => world.close());

  it.each<[ProviderFailure, boolean, (upstream: UpstreamServer) => void]>([
    ['http-status', false, (upstream) => upstream.status(500)],
    ['http-status', true, (upstream) => upstream.status(503)],
    ['rate-limited', false, (upstream) => upstream.status(429)],
    ['blocked', true, (upstream) => upstream.status(403)],
    ['unreachable', true, (upstream) => upstream.fail((_, response) => response.destroy())],
  ])(
    '%s (public pace: %s): every request is answered, and upstream calls stay within the plan',
    async (code, publicPace, strike) => {
      const service = await world.startService({ publicPace });
      await service.market();
      world.everyUpstream(strike);
      world.clock.advance(TTL);
      world.everyUpstream(({ calls }) => calls.reset());

      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, () => RawClient.open(service.port)),
      );
      const wave = async () => {
        const answers = await Promise.all(
          clients.map((client) => {
            client.send('GET /api/market HTTP/1.1\r\nHost: test\r\n\r\n');
            return client.receive();
          }),
        );
        await service.atRest();
        return answers;
      };
      const answers = new Set<string>();
      let elapsed = 0;
      for (; elapsed <= 10 * TTL; elapsed += STEP) {
        for (const answer of await wave()) {
          answers.add(`${answer.status} ${answer.json<MarketBody>().data.freshness}`);
        }
        world.clock.advance(STEP);
      }
      for (const client of clients) client.close();

      // At their own pace some sources still stand by their word when the first ones fail.
      expect([...answers]).toEqual(publicPace ? ['200 cached', '200 stale'] : ['200 stale']);
      for (const profile of ASKED) {
        const { count, urls } = world.upstreams.provider(profile.name).calls;
        // A poll asks for one document or a few, but for none of them twice.
        const timesAsked = [...Map.groupBy(urls, (url) => url).values()].map(
          ({ length }) => length,
        );
        const polls = Math.max(0, ...timesAsked);
        const allowed = pollsAllowed(profile, code, publicPace, elapsed);
        expect({ source: profile.name, polls: Math.min(polls, allowed) }).toEqual({
          source: profile.name,
          polls,
        });
        if (publicPace) {
          expect((count * DAY) / elapsed).toBeLessThanOrEqual(profile.budget.callsPerDayAllowed);
        }
      }
      expect(service.logger.at('error')).toEqual([]);
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { MarketUnavailable } from '../../../src/application/views.ts';
import { settle } from '../../support/clock/manual-clock.ts';
import {
  ASSEMBLE_AFTER_MS,
  createRig,
  priceOf,
  TTL_MS,
  WAIT_MS,
} from '../../support/market/market-rig.ts';
import { HOUR, MINUTE, NOW } from '../../support/market/sources.ts';

describe('getting the market', () => {
  it('is live for whoever waited for the refresh, and cached after', async () => {
    const { market } = createRig();
    expect((await market.execute()).freshness).toBe('live');
    expect((await market.execute()).freshness).toBe('cached');
  });

  it('makes one poll per source however many wait, and none for a cached answer', async () => {
    const { market, polls } = createRig();
    const views = await Promise.all(Array.from({ length: 500 }, () => market.execute()));
    expect(new Set(views.map(({ freshness }) => freshness))).toEqual(new Set(['live']));
    expect(polls()).toEqual([1, 1, 1]);
    await market.execute();
    expect(polls()).toEqual([1, 1, 1]);
  });

  it('holds its label for as long as the sources stand behind it', async () => {
    const { market, clock } = createRig();
    expect((await market.execute()).labelHoldsForMs).toBe(0);
    await clock.advance(MINUTE);
    expect((await market.execute()).labelHoldsForMs).toBe(TTL_MS - MINUTE);
  });

  it('refreshes ahead of the expiry under traffic, so that nobody waits', async () => {
    const { market, clock, quoteAll, polls } = createRig();
    await market.execute();
    for (let minute = 1; minute <= 30; minute += 1) {
      await clock.advance(MINUTE);
      quoteAll(1 + minute / 1000);
      expect((await market.execute()).freshness).toBe('cached');
      await settle();
    }
    expect(polls()).toEqual([8, 8, 8]);
  });

  it('asks nobody while nobody asks it', async () => {
    const { market, clock, polls } = createRig();
    await market.execute();
    await clock.advance(HOUR);
    expect(polls()).toEqual([1, 1, 1]);
  });

  it('is live again for the first request after a long silence', async () => {
    const { market, clock, quoteAll } = createRig();
    await market.execute();
    await clock.advance(HOUR);
    quoteAll(1.01);
    const view = await market.execute();
    expect(view.freshness).toBe('live');
    expect(view.snapshot.assembledAt).toBe(NOW + HOUR);
  });

  it('is stale once its time is over and no source answers, and nobody waits a second time', async () => {
    const { market, clock, providers } = createRig();
    const { snapshot } = await market.execute();
    for (const provider of providers) provider.fails('unreachable');
    await clock.advance(TTL_MS + 1);
    const view = await market.execute();
    expect(view).toMatchObject({ freshness: 'stale', labelHoldsForMs: 0 });
    expect(view.snapshot.assembledAt).toBe(snapshot.assembledAt);
    expect(view.snapshot.gold).toEqual(snapshot.gold);

    for (const provider of providers) provider.hangs();
    await clock.advance(MINUTE);
    // The retry is under way and hangs; this resolves without the clock moving.
    expect((await market.execute()).freshness).toBe('stale');
  });

  it('never waits longer than a request may', async () => {
    const { market, clock, gold } = createRig();
    gold.hangs();
    let ended = false;
    const waiting = market.execute().catch((error: unknown) => {
      ended = true;
      return error;
    });
    await clock.advance(WAIT_MS - 1);
    const early = ended;
    await clock.advance(1);
    expect(await waiting).toBeInstanceOf(MarketUnavailable);
    // The poll itself has ended sooner, and with it the wait.
    expect(early).toBe(true);
  });

  it('does not let one slow source cost a waiting request its answer', async () => {
    const { market, clock, coins, quoteAll, at } = createRig({ pollTimeoutMs: 10_000 });
    await market.execute();
    await clock.advance(TTL_MS + 1);
    quoteAll(1.01);
    const answer = coins.answersLater(at('crypto:BTC', 90_000));
    const waiting = market.execute();
    await clock.advance(ASSEMBLE_AFTER_MS);
    const view = await waiting;
    expect(priceOf(view.snapshot, 'EUR')).toBeCloseTo(0.8989, 9);
    expect(priceOf(view.snapshot, 'BTC')).toBe(85_000);
    expect(view.freshness).toBe('stale');
    answer();
    await settle();
  });

  it('is an error that says when to come back, where there has never been a snapshot', async () => {
    const { market, providers } = createRig();
    for (const provider of providers) provider.fails('rate-limited', 90_000);
    const error = await market.execute().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(MarketUnavailable);
    expect((error as MarketUnavailable).retryAfterMs).toBe(TTL_MS);
  });

  it('is an error once the last good snapshot is older than may be served', async () => {
    const { market, clock, providers } = createRig({ maxStaleMs: HOUR });
    await market.execute();
    for (const provider of providers) provider.fails('unreachable');
    await clock.advance(TTL_MS + HOUR);
    expect((await market.execute()).freshness).toBe('stale');
    await clock.advance(1);
    await expect(market.execute()).rejects.toThrow(MarketUnavailable);
  });

  it('serves a sample as stale where there is nothing else, and only there', async () => {
    const { market: real } = createRig();
    const sample = { ...(await real.execute()).snapshot, sources: ['sample'] };
    const { market, providers, clock, quoteAll } = createRig({ sample });
    for (const provider of providers) provider.fails('unreachable');
    expect(await market.execute()).toEqual({
      snapshot: sample,
      freshness: 'stale',
      labelHoldsForMs: 0,
    });
    expect(market.standing()).toBe('sample');

    await clock.advance(MINUTE);
    quoteAll();
    const view = await market.execute();
    await settle();
    expect([view.freshness, (await market.execute()).snapshot.sources]).toEqual([
      'live',
      ['coins', 'fiat', 'gold'],
    ]);
  });

  it('logs a change of state once, nothing at error, and nothing while all is well', async () => {
    const { market, clock, providers, quoteAll, logger } = createRig();
    await market.execute();
    await market.execute();
    expect(logger.at('warn')).toEqual([]);
    for (const provider of providers) provider.fails('timeout');
    for (let minute = 0; minute < 20; minute += 1) {
      await clock.advance(MINUTE);
      await market.execute();
      await settle();
    }
    expect(logger.at('warn').map(({ message }) => message)).toEqual([
      'no source answers',
      'market figures are stale: a group rests on last good values',
    ]);

    quoteAll();
    await clock.advance(10 * MINUTE);
    await market.execute();
    await settle();
    await market.execute();
    expect(
      logger
        .at('info')
        .map(({ message }) => message)
        .toSorted(),
    ).toEqual([
      'market figures are fresh again',
      'source is up again',
      'source is up again',
      'source is up again',
    ]);
    expect(logger.at('error')).toEqual([]);
  });
});

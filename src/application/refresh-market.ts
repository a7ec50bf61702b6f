import { fitting, withoutOutagesElsewhere } from '../domain/market/adoption.ts';
import { type AssemblyPolicy, assemble } from '../domain/market/assembly.ts';
import { confirmQuarantined } from '../domain/market/confirmation.ts';
import { bringsNewObservation } from '../domain/market/intake.ts';
import { mergeStates } from '../domain/market/merge.ts';
import { turnOf } from '../domain/market/poll-schedule.ts';
import type { Snapshot } from '../domain/market/snapshot.ts';
import type { SourceName } from '../domain/market/source.ts';
import { type MarketState, type SourceState, UNASKED } from '../domain/market/state.ts';
import { succeed } from '../domain/market/succession.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { Lease, MarketCache } from '../domain/ports/market-cache.ts';
import type { ProviderError, RateProvider } from '../domain/ports/rate-provider.ts';
import { SourceJournal } from './source-journal.ts';
import { pollSource } from './source-poll.ts';

export interface MarketPolicy extends AssemblyPolicy {
  readonly readmitAfterPolls: number;
}

export interface RefreshMarketOptions {
  readonly providers: readonly RateProvider[];
  readonly cache: MarketCache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly policy: MarketPolicy;
  /** Names the host at which each source is asked, such as by a digest of its origin. */
  readonly hostOf: (source: SourceName) => string;
  /** `UPSTREAM_TIMEOUT_MS`: the bound of one poll. */
  readonly pollTimeoutMs: number;
  /**
   * After so many ms a refresh is assembled from the sources that have answered; the rest are taken
   * in when they do. Below `MARKET_WAIT_MS`, so that one slow source does not cost a waiting request
   * its answer.
   */
  readonly assembleAfterMs: number;
}

type Sources = Readonly<Record<SourceName, SourceState>>;

/** What a lease lasts beyond the longest poll: time to assemble and to store. */
const LEASE_MARGIN_MS = 2_500;
/** How often a waiting replica asks for the lease, should the holder have died. */
const LEASE_RETRY_MS = 250;

/**
 * Keeps the market's state: asks the sources that are due, one refresh at a time however many wait
 * for it, assembles the snapshot, and shares it through the cache. Between refreshes it does nothing.
 */
export class RefreshMarket {
  readonly #options: RefreshMarketOptions;
  readonly #journal: SourceJournal;
  readonly #stopWatching: () => void;
  /** What the last poll of each source failed of. */
  readonly #errors = new Map<SourceName, ProviderError | undefined>();
  #state: MarketState = { snapshot: null, sources: {} };
  #running: { readonly assembled: Promise<void> } | undefined;
  #assembledAt: number | undefined;
  #stopped = false;
  #onStored: () => void = () => undefined;

  constructor(options: RefreshMarketOptions) {
    this.#options = options;
    this.#journal = new SourceJournal(options.logger);
    this.#stopWatching = options.cache.watch(() => {
      void this.#adoptStored().then(() => this.#onStored());
    });
  }

  get state(): MarketState {
    return this.#state;
  }

  /**
   * Unix ms at which a refresh last assembled what there was, much or nothing; undefined if none has
   * in this process.
   */
  get assembledAt(): number | undefined {
    return this.#assembledAt;
  }

  /** The refresh under way, if there is one; resolves when it has assembled what there is. */
  get running(): Promise<void> | undefined {
    return this.#running?.assembled;
  }

  /** A source may be asked now, and no refresh is under way. */
  isDue(): boolean {
    return !this.#running && this.#dueProviders().length > 0;
  }

  /** Unix ms at which the next source may be asked. */
  nextPollAt(): number {
    const { providers, clock } = this.#options;
    const now = clock.now();
    return Math.min(...providers.map(({ profile }) => turnOf(this.#sourceOf(profile.name), now)));
  }

  /** Takes up what an earlier process or another replica has left. */
  async restore(): Promise<void> {
    await this.#adoptStored();
    const { hostOf, clock } = this.#options;
    const sources = withoutOutagesElsewhere(this.#state.sources, hostOf, clock.now());
    this.#state = { ...this.#state, sources };
    // The settings may have changed since: what the sources said may make another snapshot.
    if (!this.#state.snapshot) this.#state = { ...this.#state, snapshot: this.#assemble({}) };
  }

  /** @returns when what the due sources said has been assembled, or they had their time. */
  refresh(): Promise<void> {
    if (this.#running) return this.#running.assembled;
    const { promise, resolve } = Promise.withResolvers<void>();
    const onAssembled = () => {
      this.#assembledAt = this.#options.clock.now();
      resolve();
    };
    this.#running = { assembled: promise };
    void this.#run(onAssembled)
      .catch((err) => this.#options.logger.error({ err }, 'market refresh broke'))
      .finally(() => {
        this.#running = undefined;
        onAssembled();
      });
    return promise;
  }

  /**
   * Lets a refresh under way assemble and stops listening to the cache. What slow sources say later
   * is dropped: by then their connections are cut off, which is no failure of theirs.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopWatching();
    await this.running;
  }

  async #run(onAssembled: () => void): Promise<void> {
    const turn = await this.#takeTurn();
    if (turn === 'not needed') return;
    const { lease } = turn;
    try {
      await this.#adoptStored();
      const due = this.#dueProviders();
      if (due.length === 0 || this.#stopped) return;
      const before = this.#state.sources;
      const polls = Promise.all(due.map((provider) => this.#poll(provider)));
      const inTime = await this.#within(polls, this.#options.assembleAfterMs);
      const known = await this.#assembleAndStore(before, lease);
      onAssembled();
      if (inTime) return;
      await polls;
      if (!this.#stopped) await this.#assembleAndStore(known, lease);
    } finally {
      if (lease) await this.#options.cache.releaseLease(lease).catch(() => undefined);
    }
  }

  /**
   * Waits until this replica may refresh, or another has done it meanwhile. A holder that dies is
   * replaced as soon as its lease runs out. Without an answer from the store, each replica goes on by
   * itself, without a lease.
   */
  async #takeTurn(): Promise<{ readonly lease: Lease | undefined } | 'not needed'> {
    const { cache, pollTimeoutMs } = this.#options;
    for (;;) {
      try {
        const lease = await cache.acquireLease(pollTimeoutMs + LEASE_MARGIN_MS);
        if (lease) return { lease };
      } catch {
        return { lease: undefined };
      }
      const stored = new Promise<void>((resolve) => {
        this.#onStored = resolve;
      });
      if (!(await this.#within(stored, LEASE_RETRY_MS))) await this.#adoptStored();
      if (this.#dueProviders().length === 0 || this.#stopped) return 'not needed';
    }
  }

  async #poll(provider: RateProvider): Promise<void> {
    const { clock, policy, pollTimeoutMs } = this.#options;
    const { name } = provider.profile;
    const { state, error } = await pollSource(provider, this.#sourceOf(name), {
      clock,
      timeoutMs: pollTimeoutMs,
      intake: policy,
    });
    const asked = { ...state, host: this.#options.hostOf(name) };
    this.#state = { ...this.#state, sources: { ...this.#state.sources, [name]: asked } };
    this.#errors.set(name, error);
  }

  /** @returns what is known of the sources as the snapshot has it; polls go on meanwhile. */
  async #assembleAndStore(before: Sources, lease: Lease | undefined): Promise<Sources> {
    const snapshot = this.#assemble(before);
    const known = this.#state.sources;
    this.#journal.note(
      this.#options.providers.map(({ profile: { name } }) => ({
        source: name,
        state: this.#sourceOf(name),
        error: this.#errors.get(name),
      })),
    );
    if (!lease || !(await this.#isSuperseded(snapshot, lease))) {
      this.#state = { ...this.#state, snapshot };
    }
    return known;
  }

  /** Stores the snapshot before it is served, so that no replica shows what the others never will. */
  async #isSuperseded(snapshot: Snapshot | null, lease: Lease): Promise<boolean> {
    const { cache, clock } = this.#options;
    try {
      if (await cache.write({ ...this.#state, snapshot }, lease)) return false;
      const stored = await cache.read();
      if (!stored) return false;
      const usable = this.#fitting(stored);
      // What replicas with other settings have made is no reason to serve nothing.
      if (!usable.snapshot) return false;
      this.#state = mergeStates({ ...this.#state, snapshot: null }, usable, clock.now());
      return true;
    } catch {
      // The store tells of its own trouble; this replica serves what it has assembled.
      return false;
    }
  }

  /** @returns the snapshot that follows the one in service; updates what is known of the sources. */
  #assemble(before: Sources): Snapshot | null {
    const { providers, policy, clock } = this.#options;
    const now = clock.now();
    const profiles = providers.map(({ profile }) => profile);
    const sources = confirmQuarantined(this.#state.sources, { ...policy, profiles, now });
    const known = profiles.map((profile) => ({
      profile,
      state: sources[profile.name] ?? UNASKED,
    }));
    const { snapshot: next, outliers } = assemble(known, this.#state.snapshot, policy, now);
    const observedAnew = known.some(({ profile, state }) =>
      bringsNewObservation(before[profile.name] ?? UNASKED, state),
    );
    const marked = known.map(({ profile, state }) => [
      profile.name,
      { ...state, outliers: outliers[profile.name] ?? [] },
    ]);
    this.#state = {
      ...this.#state,
      sources: { ...sources, ...Object.fromEntries(marked) },
    };
    return next ? succeed(this.#state.snapshot, next, observedAnew) : this.#state.snapshot;
  }

  async #adoptStored(): Promise<void> {
    const { cache, clock } = this.#options;
    const stored = await cache.read().catch(() => undefined);
    if (!stored) return;
    const before = this.#state.sources;
    const usable = this.#fitting(stored);
    this.#state = mergeStates(this.#state, usable, clock.now());
    // Of replicas with other settings only what the sources told them is of use here.
    if (stored.snapshot && !usable.snapshot) {
      this.#state = { ...this.#state, snapshot: this.#assemble(before) };
    }
  }

  #fitting(stored: MarketState): MarketState {
    const { providers, policy } = this.#options;
    const sources = new Set(providers.map(({ profile }) => profile.name));
    return fitting(stored, { sources, irr: policy.irr });
  }

  #dueProviders(): readonly RateProvider[] {
    const now = this.#options.clock.now();
    return this.#options.providers.filter(
      ({ profile }) => turnOf(this.#sourceOf(profile.name), now) <= now,
    );
  }

  #sourceOf(name: SourceName): SourceState {
    return this.#state.sources[name] ?? UNASKED;
  }

  /** @returns whether the work ended within `ms`. */
  async #within(work: Promise<unknown>, ms: number): Promise<boolean> {
    const ended = new AbortController();
    const timeout = this.#options.clock.delay(ms, ended.signal).then(
      () => false,
      () => true,
    );
    const inTime = await Promise.race([work.then(() => true), timeout]);
    ended.abort();
    return inTime;
  }
}

import { setImmediate } from 'node:timers/promises';
import { type Container, TOKENS } from '../../../src/container.ts';
import type { Service } from '../../../src/service.ts';
import { eventually } from '../eventually.ts';
import { exchange } from '../http/exchange.ts';
import { type RawResponse, request } from '../http/raw-client.ts';
import type { LogLine, RecordingLogger } from '../http/recording-logger.ts';
import type { MarketBody, MarketData } from './market-body.ts';

/** A running service as those outside see it, with its log. */
export class TestService {
  readonly logger: RecordingLogger;
  readonly #service: Service;
  readonly #container: Container;
  #stopped: Promise<void> | undefined;

  constructor(service: Service, container: Container, logger: RecordingLogger) {
    this.#service = service;
    this.#container = container;
    this.logger = logger;
  }

  get port(): number {
    return this.#service.port;
  }

  /** Each answer is held against docs/openapi.yaml on the way. */
  get(path: string): Promise<RawResponse> {
    return exchange(this.port, `GET ${path}`);
  }

  /** @throws {Error} for any answer but a 200. */
  async market(): Promise<MarketData> {
    const response = await this.get('/api/market');
    if (response.status !== 200) {
      throw new Error(`/api/market answered ${response.status}: ${response.text()}`);
    }
    return response.json<MarketBody>().data;
  }

  /** Resolves when no refresh is under way. */
  async atRest(): Promise<void> {
    const refresher = this.#container.resolve(TOKENS.refreshMarket);
    while (refresher.running) {
      await refresher.running;
      await setImmediate();
    }
  }

  /** Resolves when a refresh is under way that nobody but this source keeps from its end. */
  async onlyWaitsFor(source: string): Promise<void> {
    const refresher = this.#container.resolve(TOKENS.refreshMarket);
    const names = this.#container.resolve(TOKENS.rateProviders).map(({ profile }) => profile.name);
    const clock = this.#container.resolve(TOKENS.clock);
    await eventually(() => {
      const { sources } = refresher.state;
      const late = names.filter((name) => (sources[name]?.nextPollAt ?? 0) <= clock.now());
      if (late.length !== 1 || late[0] !== source) throw new Error(`waiting for ${late}`);
    });
  }

  /** Asks once and lets the refresh that this may start end; @returns what is served then. */
  async refreshed(): Promise<MarketData> {
    await request(this.port, 'GET /api/market');
    await this.atRest();
    return this.market();
  }

  /** What was logged at `warn` or above since the last call. */
  takeTroubles(): LogLine[] {
    return this.takeLines().filter(({ level }) => level === 'warn' || level === 'error');
  }

  /** What was logged since the last call. */
  takeLines(): LogLine[] {
    return this.logger.lines.splice(0);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#service.stop();
    return this.#stopped;
  }
}

import { setImmediate } from 'node:timers/promises';
import { type Container, TOKENS } from '../../../src/container.ts';
import type { Service } from '../../../src/service.ts';
import { exchange } from '../http/exchange.ts';
import type { RawResponse } from '../http/raw-client.ts';
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

  /** Asks once and lets the refresh that this may start end; @returns what is served then. */
  async refreshed(): Promise<MarketData> {
    await this.get('/api/market');
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

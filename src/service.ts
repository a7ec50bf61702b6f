import { pollPace } from './config.ts';
import { type Container, TOKENS } from './container.ts';
import { overAsked, planPolls } from './domain/market/poll-budget.ts';

/** A running service. */
export interface Service {
  readonly host: string;
  readonly port: number;
  /**
   * Takes the service out of the pool and ends it: not ready at once; for the drain period old and
   * new requests are answered while balancers notice; then no more connections, and what is in flight
   * may finish for the timeout.
   */
  stop(): Promise<void>;
}

/**
 * Starts the service that a container describes. The listener opens before any upstream is asked:
 * what is held from the last run can be served at once, and a first snapshot is fetched on demand.
 */
export async function startService(container: Container): Promise<Service> {
  const settings = container.resolve(TOKENS.settings);
  const logger = container.resolve(TOKENS.logger);
  const refresher = container.resolve(TOKENS.refreshMarket);
  const salaryLaws = container.resolve(TOKENS.keepSalaryLaws);
  const operations = container.resolve(TOKENS.operationsReport);
  const server = container.resolve(TOKENS.httpServer);
  const cache = container.resolve(TOKENS.marketCache);
  const clock = container.resolve(TOKENS.clock);

  warnOfOverAsking(container);
  await Promise.all([refresher.restore(), salaryLaws.start()]);
  const { host, port } = await server.listen(settings.host, settings.port);
  logger.info({ host, port }, 'listening');

  const stop = async () => {
    operations.beginDrain();
    server.beginDrain();
    logger.info({ drainMs: settings.shutdown.drainMs }, 'draining');
    await clock.delay(settings.shutdown.drainMs);
    await server.close(settings.shutdown.timeoutMs);
    await Promise.all([refresher.stop(), salaryLaws.stop()]);
    await cache.close();
    container.resolve(TOKENS.upstreamHttp).close();
    logger.info({}, 'stopped');
  };
  return { host, port, stop };
}

/** The pace that a setting asks for and no source grants is said once, not found out from the rates. */
function warnOfOverAsking(container: Container): void {
  const profiles = container.resolve(TOKENS.rateProviders).map(({ profile }) => profile);
  const held = overAsked(planPolls(profiles, pollPace(container.resolve(TOKENS.settings))));
  if (held.length === 0) return;
  const sources = held.map(({ source, intervalMs, asked, allowance }) => ({
    source,
    askedCallsPerDay: asked?.callsPerDay,
    allowedCallsPerDay: allowance?.callsPerDayAllowed,
    keptAtSeconds: intervalMs / 1000,
  }));
  container
    .resolve(TOKENS.logger)
    .warn(
      { sources },
      'MARKET_TTL_SECONDS asks for more than these sources allow; they keep their own pace',
    );
}

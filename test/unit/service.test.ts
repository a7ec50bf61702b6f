import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../src/adapters/providers/catalogue.ts';
import { loadSettings } from '../../src/config.ts';
import { createContainer, TOKENS } from '../../src/container.ts';
import { startService } from '../../src/service.ts';
import { RecordingLogger } from '../support/http/recording-logger.ts';

/** What a service with these settings warns of at its start; no source is asked without a request. */
const warningsOf = async (env: Record<string, string>) => {
  const providers = CATALOGUE.map(({ profile }) => profile.name);
  const common = { HOST: '127.0.0.1', PORT: '0', CACHE_URL: 'memory:' };
  const container = createContainer(loadSettings({ env: { ...common, ...env }, providers }));
  const logger = new RecordingLogger();
  container.register(TOKENS.logger, { useValue: logger });
  const service = await startService(container);
  await service.stop();
  return logger.at('warn');
};

describe('the start of the service', () => {
  it('warns once of a pace that sources do not allow, and names them', async () => {
    const warnings = await warningsOf({ MARKET_TTL_SECONDS: '60' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toContain('MARKET_TTL_SECONDS');
    expect(warnings[0]?.fields).toEqual({
      sources: [
        {
          source: 'coinpaprika',
          askedCallsPerDay: 1_944,
          allowedCallsPerDay: 645,
          keptAtSeconds: 300,
        },
      ],
    });
  });

  it.each([
    ['by default', {}],
    [
      'of a source on an origin of the operator’s own',
      { MARKET_TTL_SECONDS: '60', UPSTREAM_COINPAPRIKA_URL: 'http://127.0.0.1:9' },
    ],
  ])('does not warn %s', async (_name, env) => {
    expect(await warningsOf(env)).toEqual([]);
  });
});

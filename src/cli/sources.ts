import { parseArgs } from 'node:util';
import { CATALOGUE } from '../adapters/providers/catalogue.ts';
import { loadSettings, pollPace, type Settings, SettingsError } from '../config.ts';
import { createContainer, TOKENS } from '../container.ts';
import { planPolls } from '../domain/market/poll-budget.ts';
import { coverage, uncovered } from './sources/coverage.ts';
import { findings } from './sources/finding.ts';
import { planInWords } from './sources/plan-words.ts';
import { survey } from './sources/survey.ts';
import { surveyAsJson, surveyInWords } from './sources/words.ts';

const USAGE = `Usage: npm run sources -- [--enabled] [--simulate] [--json]
       npm run sources -- --plan [--enabled] [--json]

  Asks every provider once and says what came of it. Exit code 1 where currencies, IRR, gold or
  coins have no source among MARKET_PROVIDERS.

  --enabled   only the providers of MARKET_PROVIDERS, not all there are
  --simulate  ask the simulator on this machine, and no host on the internet
  --plan      ask nobody; print how often each source is asked in a day, and what it allows
  --json      for programs`;

const EXIT_NO_SOURCE = 1;
const EXIT_USAGE = 2;

const PROVIDERS = CATALOGUE.map(({ profile }) => profile.name);

interface Flags {
  readonly enabled: boolean;
  readonly simulate: boolean;
  readonly plan: boolean;
  readonly json: boolean;
}

/** The container makes the providers that the settings name; here it is to make all, or those on. */
const asking = (settings: Settings, { enabled }: Flags): Settings =>
  enabled ? settings : { ...settings, market: { ...settings.market, providers: PROVIDERS } };

const plan = (settings: Settings, flags: Flags): void => {
  const { market } = asking(settings, flags);
  const profiles = CATALOGUE.map(({ profile }) => profile).filter(({ name }) =>
    market.providers.includes(name),
  );
  const plans = planPolls(profiles, pollPace(settings));
  console.log(
    flags.json ? JSON.stringify(plans, undefined, 2) : planInWords(plans, market.ttlMs).join('\n'),
  );
};

const ask = async (settings: Settings, flags: Flags): Promise<void> => {
  const container = createContainer(asking(settings, flags));
  const clock = container.resolve(TOKENS.clock);
  const policy = container.resolve(TOKENS.marketPolicy);
  const answers = await survey(container.resolve(TOKENS.rateProviders), {
    clock,
    policy,
    timeoutMs: settings.upstream.timeoutMs,
  });
  container.resolve(TOKENS.upstreamHttp).close();
  const found = findings(answers, settings.market.providers, policy, clock.now());
  const parts = coverage(found, settings.market.irr);
  console.log(flags.json ? surveyAsJson(found, parts) : surveyInWords(found, parts).join('\n'));
  if (uncovered(parts).length > 0) process.exitCode = EXIT_NO_SOURCE;
};

const load = (env: NodeJS.ProcessEnv): Settings => loadSettings({ env, providers: PROVIDERS });

/** The simulator lives with the tests, and a production image carries none. */
const simulated = async (flags: Flags): Promise<void> => {
  const { startUpstreams } = await import('../../test/support/upstreams/index.ts').catch(() => {
    throw new UsageError('--simulate needs the simulator under test/, which is not installed here');
  });
  const upstreams = await startUpstreams();
  try {
    await ask(load({ ...process.env, ...upstreams.env }), flags);
  } finally {
    await upstreams.close();
  }
};

class UsageError extends Error {}

const readFlags = (args: string[]): Flags => {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { enabled: flag, simulate: flag, plan: flag, json: flag },
    });
    if (values.plan && values.simulate) throw new Error('--plan asks nobody, so not --simulate');
    return values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
};

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.plan) plan(load(process.env), flags);
  else if (flags.simulate) await simulated(flags);
  else await ask(load(process.env), flags);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = EXIT_USAGE;
}

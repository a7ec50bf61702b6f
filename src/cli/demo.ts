import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startUpstreams } from '../../test/support/upstreams/index.ts';
import { CATALOGUE } from '../adapters/providers/catalogue.ts';
import { loadSettings } from '../config.ts';
import { createContainer } from '../container.ts';
import { startService } from '../service.ts';
import { PROVIDER_STATES } from './provider-states/catalogue.ts';
import type { RequestedState } from './provider-states/composition.ts';
import { ProviderStateError, UnknownStateError } from './provider-states/recognition.ts';
import { startStage } from './provider-states/stage.ts';
import { loadProperties } from './provider-states/staged-service.ts';

const USAGE = `Usage: npm run demo -- [--port <port>] [--state "<provider state>"] …

Serves the whole API on loopback, without the internet: the real service on simulated sources, or,
with --state, in one or more of these states (docs/contracts.md says what each shows):

${PROVIDER_STATES.map(({ name }) => `  ${name}`).join('\n')}

A state's parameters follow its name as JSON: --state 'salary laws are available {"years":[1404]}'`;

const EXIT_CANNOT_START = 1;
const EXIT_USAGE = 2;

/** The command makes no sense; the message says what would. */
class UsageError extends Error {
  readonly code = 'usage';
}

interface Demo {
  readonly origin: string;
  close(): Promise<void>;
}

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      port: { type: 'string', default: '3000' },
      state: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.help) console.log(USAGE);
  else await run(readPort(values.port), values.state.map(readState));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isInUse = code === 'EADDRINUSE';
  const isUsage =
    error instanceof ProviderStateError ||
    error instanceof UsageError ||
    code?.startsWith('ERR_PARSE_ARGS');
  if (!isInUse && !isUsage) throw error;
  console.error(isInUse ? `${message}; choose another with --port` : message);
  if (error instanceof UnknownStateError) console.error('\n--help lists the states.');
  process.exitCode = isInUse ? EXIT_CANNOT_START : EXIT_USAGE;
}

async function run(port: number, states: readonly RequestedState[]): Promise<void> {
  const demo = states.length > 0 ? await serveStates(port, states) : await serveSimulated(port);
  console.log(greeting(demo.origin, states));
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await demo.close();
}

async function serveStates(port: number, opening: readonly RequestedState[]): Promise<Demo> {
  return startStage(await loadProperties(Date.now()), { port, opening });
}

/** Every provider that is on by default, each on its simulated host. */
async function serveSimulated(port: number): Promise<Demo> {
  const upstreams = await startUpstreams();
  const settings = loadSettings({
    env: {
      ...upstreams.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      CACHE_URL: 'memory:',
      LOG_LEVEL: 'warn',
    },
    providers: CATALOGUE.map(({ profile }) => profile.name),
  });
  const service = await startService(createContainer(settings));
  return {
    origin: `http://${service.host}:${service.port}`,
    close: async () => {
      await service.stop();
      await upstreams.close();
    },
  };
}

function greeting(origin: string, states: readonly RequestedState[]): string {
  const shown = states.map(({ name }) => name).join(' and ');
  return [
    states.length > 0
      ? `On ${origin}: ${shown}. The clock stands still.`
      : `On ${origin}: the service on simulated sources; the first answer is live, the next are cached.`,
    '',
    `  curl -s ${origin}/api/market`,
    `  curl -si ${origin}/api/data/salary-laws`,
    `  curl -s ${origin}/api/health`,
    `  curl -s ${origin}/api/ready`,
    `  curl -s ${origin}/api/version`,
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not ${text}`);
}

/** `name {"parameter": …}` */
function readState(text: string): RequestedState {
  const brace = text.indexOf('{');
  if (brace === -1) return { name: text };
  try {
    return { name: text.slice(0, brace).trim(), parameters: JSON.parse(text.slice(brace)) };
  } catch {
    throw new UsageError(`the parameters of a state are JSON: ${text.slice(brace)}`);
  }
}

import { CATALOGUE } from './adapters/providers/catalogue.ts';
import { loadSettings, SettingsError } from './config.ts';
import { createContainer, TOKENS } from './container.ts';
import { startService } from './service.ts';

/** What a shell expects of a program that ended by itself because it could not run. */
const EXIT_CANNOT_START = 1;

try {
  const settings = loadSettings({
    env: process.env,
    providers: CATALOGUE.map(({ profile }) => profile.name),
  });
  const container = createContainer(settings);
  const logger = container.resolve(TOKENS.logger);
  const starting = startService(container);

  // Before the first request can come, so that no signal finds the service listening and unprepared.
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C means now.
      if (stopping && signal === 'SIGINT') process.exit(130);
      stopping ??= starting
        .then((service) => service.stop())
        .then(
          () => process.exit(0),
          (err) => {
            logger.error({ err }, 'the shutdown broke');
            process.exit(1);
          },
        );
    });
  }
  await starting;
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(EXIT_CANNOT_START);
}

/** One message an operator can act on; a stack would only hide it. */
function startFailure(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') return `cannot start: ${address}:${port} is in use by another program`;
  if (code === 'EACCES') return `cannot start: ${address}:${port} may not be listened on`;
  return `cannot start: ${error instanceof Error ? error.message : String(error)}`;
}

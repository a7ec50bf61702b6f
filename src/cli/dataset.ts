import { directoryIn } from '../config.ts';
import { check, diff, show } from './dataset/commands.ts';
import { asFailure, CommandFailure, type Context } from './dataset/context.ts';
import { release } from './dataset/release.ts';

const USAGE = `Usage: npm run dataset -- <command>
  check                     say what is wrong with the dataset, or that it is sound
  diff <version | git ref>  what changed since then, for whom, and in money
  release <version>         stamp, seal and record the dataset as a new version
  show <year>               one year as a table

The folder is SALARY_LAWS_DIR, or data/salary-laws.`;

type Command = (context: Context, argument: string) => Promise<void>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['diff', diff],
  ['release', release],
  ['show', show],
]);

const run = async (context: Context, [name, argument, ...rest]: string[]): Promise<void> => {
  if (name === 'check' && argument === undefined) return check(context);
  const command = COMMANDS.get(name ?? '');
  if (!command || argument === undefined || rest.length > 0) throw new CommandFailure(2, USAGE);
  return command(context, argument);
};

const context: Context = {
  directory: directoryIn(process.env, 'SALARY_LAWS_DIR', 'data/salary-laws'),
  now: Date.now(),
  print: (line) => console.log(line),
};

try {
  await run(context, process.argv.slice(2));
} catch (error) {
  const failure = asFailure(error, context.directory);
  console.error(failure.message);
  process.exitCode = failure.code;
}

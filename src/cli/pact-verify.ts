import { readOptions, USAGE } from './pact/options.ts';
import { PactProblem } from './pact/problem.ts';
import { EXIT, verifyPacts } from './pact/verify-command.ts';

const print = (line: string) => console.log(line);

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') print(USAGE);
  else process.exitCode = await verifyPacts(options, process.env, print);
} catch (error) {
  if (!(error instanceof PactProblem)) throw error;
  console.error(error.message);
  process.exitCode = EXIT.incomplete;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';
import { PROJECT_DIRECTORY } from '../../src/config.ts';
import { runCommand } from './verify/run-command.ts';

const DEMO = 'src/cli/demo.ts';

let demo: ChildProcess | undefined;
afterEach(async () => {
  if (!demo || demo.exitCode !== null) return;
  const ended = once(demo, 'exit');
  demo.kill('SIGTERM');
  await ended;
});

/** @returns the origin that the demo says it serves on. */
const startDemo = async (...args: string[]): Promise<string> => {
  const child = spawn(process.execPath, [DEMO, '--port', '0', ...args], {
    cwd: PROJECT_DIRECTORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo = child;
  for await (const line of createInterface(child.stdout)) {
    const origin = /^On (http:\/\/[\d.:]+): /.exec(line)?.[1];
    if (origin) return origin;
  }
  throw new Error('the demo ended before it served anything');
};

const freshness = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/market`);
  return ((await answer.json()) as { data: { freshness: string } }).data.freshness;
};

test('the service on simulated sources is live, then cached', async () => {
  const origin = await startDemo();
  expect([await freshness(origin), await freshness(origin)]).toEqual(['live', 'cached']);
});

test('a state is served for as long as it is wanted, with its parameters', async () => {
  const origin = await startDemo(
    '--state',
    'market rates are stale',
    '--state',
    'salary laws are available {"version":"77"}',
  );
  expect([await freshness(origin), await freshness(origin)]).toEqual(['stale', 'stale']);
  const laws = await fetch(`${origin}/api/data/salary-laws`);
  expect(await laws.json()).toHaveProperty('version', '77');
});

test.each([
  [
    'a state that there is not',
    ['--state', 'market rates are unavailabel'],
    'did you mean "market rates are unavailable"?',
  ],
  ['parameters that are not JSON', ['--state', 'the service is ready {'], 'are JSON: {'],
  ['a port that is none', ['--port', 'http'], '--port takes a number'],
  ['an option that there is not', ['--polite'], "Unknown option '--polite'"],
])('%s is refused', async (_case, args, message) => {
  const { code, stderr } = await runCommand(DEMO, args);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../src/adapters/providers/catalogue.ts';
import type { Instrument } from '../../../src/domain/market/instrument.ts';
import { startUpstreams, type Upstreams } from '../../support/upstreams/index.ts';
import { runCommand } from '../verify/run-command.ts';

const COMMAND = 'src/cli/pact-upstreams.ts';

let upstreams: Upstreams;
beforeAll(async () => {
  upstreams = await startUpstreams();
});
afterAll(() => upstreams.close());

test('one line per provider, each as agreed on the simulated hosts', async () => {
  const { code, stdout } = await runCommand(COMMAND, [], upstreams.env);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.split(/\s{2,}/).slice(0, 2))).toEqual(
    CATALOGUE.map(({ profile }) => [profile.name, 'as agreed']),
  );
  expect(code).toBe(0);
});

const CHANGES: readonly (readonly [string, Instrument, () => unknown, string])[] = [
  ['gold-api', 'metal:XAU', () => '4152.4', '$.price'],
  ['er-api', 'currency:EUR', () => '0.9', '$.rates.EUR'],
  ['ecb', 'currency:USD', () => 'one', "['@rate']"],
];

test.each(CHANGES)(
  '%s that changes its format is told with the place',
  async (name, where, alter, place) => {
    upstreams.provider(name).change(where, alter);
    try {
      const { code, stdout } = await runCommand(COMMAND, [name], upstreams.env);
      expect(stdout).toContain(`${name}`);
      expect(stdout).toContain('changed');
      expect(stdout).toContain(place);
      expect(code).toBe(1);
    } finally {
      upstreams.provider(name).recover();
    }
  },
);

test('a host that cannot be reached is told apart', async () => {
  const gone = await startUpstreams();
  await gone.close();
  const { code, stdout } = await runCommand(COMMAND, ['nbp'], gone.env);
  expect(stdout).toMatch(/^nbp\s+unreachable\s+ECONNREFUSED\n$/);
  expect(code).toBe(2);
});

test('a provider that does not exist is refused', async () => {
  const { code, stderr } = await runCommand(COMMAND, ['nobody'], upstreams.env);
  expect(stderr).toContain('no such provider: nobody; there are');
  expect(code).toBe(2);
});

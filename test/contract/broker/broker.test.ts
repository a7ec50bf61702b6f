import { afterEach, describe, expect, test } from '@jest/globals';
import { type Interaction, pactOf } from '../verify/pacts.ts';
import { type CommandResult, pactVerify } from '../verify/run-command.ts';
import { BrokerDouble, type HeldPact } from './broker-double.ts';

const PROVIDER = 'reference-data-service';

const version: Interaction = { description: 'the version', path: '/api/version', status: 200 };
const impossible: Interaction = { description: 'a wish', path: '/api/wishes', status: 200 };

const held = (consumer: string, interaction: Interaction, more: Partial<HeldPact> = {}) => ({
  content: { ...pactOf(interaction), consumer: { name: consumer } },
  ...more,
});

let broker: BrokerDouble | undefined;
afterEach(async () => {
  await broker?.close();
  broker = undefined;
});

const startBroker = async (pacts: readonly HeldPact[], authorization?: string) => {
  broker = new BrokerDouble(PROVIDER, pacts, authorization);
  await broker.start();
  return broker;
};

/** As CI would, on a known version and branch. */
const verifyAt = (
  { origin }: BrokerDouble,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  pactVerify(args, {
    PACT_BROKER_BASE_URL: origin,
    PACT_PROVIDER_VERSION: '4f2c0de',
    PACT_PROVIDER_BRANCH: 'feature/x',
    ...env,
  });

describe('which pacts', () => {
  test('those that must not break: main branch, matching branch, deployed or released', async () => {
    const double = await startBroker([held('a', version)]);
    const { code, stdout } = await verifyAt(double);
    expect(stdout).toContain('1 interaction, 1 hold, 0 fail');
    expect(code).toBe(0);
    expect(double.asked).toEqual([
      {
        consumerVersionSelectors: [
          { mainBranch: true },
          { matchingBranch: true },
          { deployedOrReleased: true },
        ],
        includePendingStatus: true,
        providerVersionBranch: 'feature/x',
      },
    ]);
  });

  test('or those that the selectors name', async () => {
    const double = await startBroker([held('a', version)]);
    await verifyAt(double, ['--selectors', '[{"environment":"production","deployed":true}]']);
    expect(double.asked[0]?.consumerVersionSelectors).toEqual([
      { environment: 'production', deployed: true },
    ]);
  });

  test('none at all fails, unless that is allowed', async () => {
    const double = await startBroker([]);
    expect(await verifyAt(double)).toMatchObject({
      code: 2,
      stderr: 'there is no pact to verify; --allow-none to accept that\n',
    });
    expect(await verifyAt(double, ['--allow-none'])).toMatchObject({ code: 0 });
    // A provider that the broker has never heard of.
    const stranger = ['--allow-none', '--provider', 'a newcomer'];
    expect(await verifyAt(double, stranger)).toMatchObject({ code: 0 });
  });
});

describe('a pact that does not hold', () => {
  test('fails the run', async () => {
    const double = await startBroker([held('a', impossible), held('b', version)]);
    const { code, stdout } = await verifyAt(double);
    expect(stdout).toContain('2 interactions, 1 hold, 1 fail');
    expect(code).toBe(1);
  });

  test('is told and does not count while it is pending', async () => {
    const double = await startBroker([held('a', impossible, { pending: true })]);
    const { code, stdout } = await verifyAt(double);
    expect(stdout).toContain('○ a wish (pending: does not count)');
    expect(code).toBe(0);
    expect(await verifyAt(double, ['--no-pending'])).toMatchObject({ code: 1 });
  });

  test('does not count as work in progress, which comes if it is asked for', async () => {
    const pacts = [held('a', version), held('b', impossible, { workInProgress: true })];
    const double = await startBroker(pacts);
    expect((await verifyAt(double)).stdout).toContain('1 interaction,');
    const { code, stdout } = await verifyAt(double, ['--include-wip-since', '2026-01-01']);
    expect(double.asked[1]).toMatchObject({ includeWipPactsSince: '2026-01-01' });
    expect(stdout).toContain('2 interactions, 1 hold, 0 fail, 1 pending');
    expect(code).toBe(0);
  });
});

describe('publishing', () => {
  test('tells each result with the version and the branch, and only if asked to', async () => {
    const double = await startBroker([held('a', version), held('b', impossible)]);
    await verifyAt(double);
    expect(double.results).toEqual([]);
    await verifyAt(double, ['--publish']);
    expect(double.results).toEqual([
      { consumer: 'a', success: true, providerApplicationVersion: '4f2c0de' },
      { consumer: 'b', success: false, providerApplicationVersion: '4f2c0de' },
    ]);
    expect(double.branches).toContain('feature/x 4f2c0de');
  });

  test('a webhook has its one pact verified and published', async () => {
    const double = await startBroker([held('a', impossible), held('b', version)], 'Bearer s3cret');
    const { code, stdout } = await verifyAt(double, ['--publish'], {
      PACT_URL: double.pactUrl(1),
      PACT_BROKER_TOKEN: 's3cret',
    });
    expect(stdout).toContain('1 interaction, 1 hold');
    expect(code).toBe(0);
    expect(double.asked).toEqual([]);
    expect(double.results).toEqual([
      { consumer: 'b', success: true, providerApplicationVersion: '4f2c0de' },
    ]);
  });

  test.each([401, 409, 500])('a result that is refused with %i is told', async (status) => {
    const double = await startBroker([held('a', version), held('b', version)]);
    double.refusals.set('a', status);
    const { code, stdout, stderr } = await verifyAt(double, ['--publish']);
    expect(stdout).toContain('2 interactions, 2 hold, 0 fail');
    expect(code).toBe(2);
    const place = `${double.pactUrl(0)}/results`;
    // Whoever is not let in with one result is not with the next.
    expect(stderr).toBe(
      status === 401
        ? `the results for a, b are not stored: ${place} refuses a request without credentials; set PACT_BROKER_TOKEN (401)\n`
        : `the results for a are not stored: ${place} answers ${status}\n`,
    );
    expect(double.results.map(({ consumer }) => consumer)).toEqual(status === 401 ? [] : ['b']);
  });

  test('a file has nowhere to be published to, which is said', async () => {
    const { code, stdout } = await pactVerify(['test/contract/pacts', '--publish']);
    expect(stdout).toContain(
      'Nothing was published: only a pact from a broker says where its result goes.',
    );
    expect(code).toBe(0);
  });

  test('a pact that the verifier cannot read is no result', async () => {
    const pact = pactOf(version);
    const rules = { body: { '$[': {} } };
    const content = {
      ...pact,
      consumer: { name: 'a' },
      interactions: pact.interactions.map((each) => ({
        ...each,
        response: { ...each.response, matchingRules: rules },
      })),
    };
    const double = await startBroker([{ content }, held('b', version)]);
    const { code, stderr } = await verifyAt(double, ['--publish', '--allow-none']);
    expect(stderr).toContain(
      `${double.pactUrl(0)} is not verified in full: the verifier passed over "the version"`,
    );
    expect(code).toBe(2);
    expect(double.results).toMatchObject([{ consumer: 'b', success: true }]);
  });

  test('an unknown state is published as a failure', async () => {
    const double = await startBroker([held('a', { ...version, states: ['no such state'] })]);
    await verifyAt(double, ['--publish']);
    expect(double.results).toMatchObject([{ consumer: 'a', success: false }]);
  });
});

describe('who may come in', () => {
  const basic = `Basic ${Buffer.from('ci:pass').toString('base64')}`;

  test.each([
    ['a token', 'Bearer s3cret', { PACT_BROKER_TOKEN: 's3cret' }],
    ['a password', basic, { PACT_BROKER_USERNAME: 'ci', PACT_BROKER_PASSWORD: 'pass' }],
  ])('whoever has %s', async (_what, authorization, env) => {
    const double = await startBroker([held('a', version)], authorization);
    expect(await verifyAt(double, [], env)).toMatchObject({ code: 0 });
  });

  test.each([
    [{ PACT_BROKER_USERNAME: 'ci' }, 'PACT_BROKER_USERNAME is set without PACT_BROKER_PASSWORD'],
    [{ PACT_BROKER_PASSWORD: 'pass' }, 'PACT_BROKER_PASSWORD is set without PACT_BROKER_USERNAME'],
    [
      { PACT_BROKER_TOKEN: 's3cret', PACT_BROKER_USERNAME: 'ci' },
      'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME with PACT_BROKER_PASSWORD exclude each other; unset one',
    ],
  ])('%j makes no sense to a broker, and no difference to a file', async (env, sentence) => {
    const double = await startBroker([held('a', version)]);
    expect(await verifyAt(double, [], env)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
    expect(
      await verifyAt(
        double,
        ['test/contract/pacts/load-balancer-reference-data-service.json'],
        env,
      ),
    ).toMatchObject({ code: 0 });
  });

  test.each([
    [{ PACT_BROKER_TOKEN: 'wrong' }, 'the token in PACT_BROKER_TOKEN'],
    [{ PACT_BROKER_USERNAME: 'ci', PACT_BROKER_PASSWORD: 'wrong' }, 'the password for ci'],
    [{}, 'a request without credentials; set PACT_BROKER_TOKEN'],
  ])('%j is refused in one sentence', async (env, what) => {
    const double = await startBroker([held('a', version)], 'Bearer s3cret');
    expect(await verifyAt(double, [], env)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${double.origin}/ refuses ${what} (401)\n`,
    });
  });
});

test('a broker that cannot be reached, or is none, is exit code 2 and one sentence', async () => {
  const double = await startBroker([]);
  const { origin } = double;
  const elsewhere = { PACT_BROKER_BASE_URL: double.pactUrl(7) };
  expect(await verifyAt(double, [], elsewhere)).toMatchObject({
    code: 2,
    stderr: `${origin}/pacts/7 answers 404\n`,
  });
  await double.close();
  broker = undefined;
  expect(await pactVerify(['--broker-base-url', origin])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${origin}/ cannot be reached: ECONNREFUSED\n`,
  });
});

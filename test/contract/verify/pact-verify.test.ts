import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Interaction, PactFolder, pactOf } from './pacts.ts';
import { pactVerify } from './run-command.ts';

let folder: PactFolder;
beforeEach(async () => {
  folder = await PactFolder.create();
});
afterEach(() => folder.discard());

const version = { description: 'the version', path: '/api/version', status: 200 };

describe('pacts that hold', () => {
  test('of the example consumers', async () => {
    const { code, stdout } = await pactVerify(['test/contract/pacts']);
    expect(stdout).toMatch(/18 interactions, 18 hold, 0 fail/);
    expect(code).toBe(0);
  });

  test('of strangers who know the specification’s words alone, in V2, V3 and V4', async () => {
    const { code, stdout } = await pactVerify(['test/contract/strangers']);
    expect(stdout).toMatch(/41 interactions, 41 hold, 0 fail/);
    expect(code).toBe(0);
  });

  test('in words of their own for the states', async () => {
    const laws = { path: '/api/data/salary-laws', requestHeaders: { 'If-None-Match': '"abc"' } };
    // Which would match whatever is in service.
    const star = { ...laws, requestHeaders: { 'If-None-Match': '*' } };
    const file = await folder.write(
      'pact.json',
      pactOf(
        { ...laws, description: 'unchanged', states: ['dataset is unchanged'], status: 304 },
        { ...star, description: 'changed', states: ['client has an old ETag'], status: 200 },
        { ...laws, description: 'any', states: ['no preconditions'], status: 200 },
        {
          description: 'down',
          states: ['all upstreams are down'],
          path: '/api/market',
          status: 500,
        },
      ),
    );
    const { code, stdout } = await pactVerify([file]);
    expect(stdout).toContain('4 interactions, 4 hold, 0 fail');
    expect(code).toBe(0);
  });

  test('from a URL', async () => {
    const pact = pactOf(version);
    const server = await listen((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(pact));
    });
    try {
      expect(await pactVerify([`${originOf(server)}/pact`])).toMatchObject({ code: 0 });
    } finally {
      server.close();
    }
  });

  test('from a path that is meant from where the command was typed', async () => {
    await folder.write('pact.json', pactOf(version));
    expect(await pactVerify(['pact.json'], { INIT_CWD: folder.path })).toMatchObject({ code: 0 });
  });

  test('of one consumer among many', async () => {
    const { stdout } = await pactVerify(['test/contract/pacts', '--consumer', 'load-balancer']);
    expect(stdout).toContain('9 interactions, 9 hold, 0 fail');
  });

  test('whatever broker and proxy the environment names', async () => {
    const file = await folder.write('pact.json', pactOf(version));
    const nowhere = 'http://127.0.0.1:9';
    const env = { PACT_BROKER_BASE_URL: nowhere, HTTP_PROXY: nowhere, http_proxy: nowhere };
    expect(await pactVerify([file], env)).toMatchObject({ code: 0 });
  });
});

describe('pacts that do not hold', () => {
  const verifyOne = async (interaction: Interaction) =>
    pactVerify([await folder.write('pact.json', pactOf(interaction, version))]);

  test('are told by path, with what was expected and what came', async () => {
    const { code, stdout } = await verifyOne({
      description: 'the market',
      path: '/api/market',
      status: 200,
      body: { ok: 'yes', data: { units: { currencyBase: 'EUR' } } },
    });
    expect(stdout).toContain('✗ the market');
    expect(stdout).toContain("$.ok: Expected true (Boolean) to be equal to 'yes' (String)");
    expect(stdout).toContain("$.data.units.currencyBase: Expected 'USD'");
    expect(stdout).toContain('✓ the version');
    expect(stdout).toContain('2 interactions, 1 hold, 1 fail');
    expect(code).toBe(1);
  });

  test('unknown states fail their own interactions, and the known ones are listed once', async () => {
    const old = (description: string, ...states: string[]): Interaction => ({
      description,
      states,
      path: '/api/market',
      status: 200,
    });
    const slip = old('old rates', 'market rates are unavailabel', 'the service is ready');
    const wish = old('no rates', 'the moon is full');
    const file = await folder.write('pact.json', pactOf(slip, wish, version));
    const { code, stdout } = await pactVerify([file]);
    expect(stdout).toContain(
      'there is no provider state "market rates are unavailabel"; did you mean "market rates are unavailable"?\n',
    );
    expect(stdout).toContain('there is no provider state "the moon is full"\n');
    expect(stdout.split('\n  salary laws cannot be read\n')).toHaveLength(2);
    expect(stdout).toContain('✓ the version');
    expect(code).toBe(1);
  });

  test('the states are not listed where none is unknown', async () => {
    const { stdout } = await verifyOne({ ...version, status: 418 });
    expect(stdout).not.toContain('salary laws cannot be read');
  });

  test.each([
    [
      'states that contradict',
      ['market rates are live', 'market rates are stale'],
      '"market rates are stale" contradicts "market rates are live"',
    ],
    [
      'a parameter that a state does not take',
      [{ name: 'the service is ready', params: { soon: true } }],
      '"the service is ready" takes no parameters, and was given soon',
    ],
    [
      'a parameter of the wrong kind',
      [{ name: 'salary laws are available', params: { updatedAt: 'yesterday' } }],
      '"salary laws are available": parameter updatedAt must be the day of the last update, `YYYY-MM-DD`',
    ],
  ])('%s', async (_case, states, message) => {
    const { code, stdout } = await verifyOne({
      description: 'a request',
      states,
      path: '/api/market',
      status: 200,
    });
    expect(stdout).toContain(message);
    expect(code).toBe(1);
  });

  test('a difference that quotes a whole answer is shortened, with what was expected', async () => {
    const { stdout } = await verifyOne({
      description: 'the market',
      path: '/api/market',
      status: 200,
      body: { data: 'a word' },
    });
    const difference = stdout.split('\n').find((line) => line.includes('$.data: ')) ?? '';
    expect(difference).toMatch(/^ +\$\.data: Expected \{.+ … .+'a word' \(String\)$/);
    expect(difference.length).toBeLessThan(320);
  });

  test('a 304 that no state provides for is explained', async () => {
    const { code, stdout } = await verifyOne({
      description: 'a revalidation',
      path: '/api/data/salary-laws',
      requestHeaders: { 'If-None-Match': '"guessed"' },
      status: 304,
    });
    expect(stdout).toContain('name the state "the consumer holds the current salary laws ETag"');
    expect(code).toBe(1);
  });
});

describe('nothing to verify is exit code 2 and one sentence', () => {
  test.each([
    ['an empty file', '', 'is empty'],
    ['a broken file', '{"consumer":', 'is not JSON: Unexpected end of JSON input'],
    ['another document', '{"openapi":"3.1.0"}', 'is not a pact: consumer: Invalid input'],
    ['a list', '[]', 'is not a pact'],
    [
      'a pact without interactions',
      { consumer: { name: 'a' }, provider: { name: 'b' }, interactions: [] },
      'is a pact without interactions',
    ],
    [
      'a pact of messages',
      { consumer: { name: 'a' }, provider: { name: 'b' }, messages: [{ description: 'news' }] },
      'has no HTTP interactions: this service exchanges no messages',
    ],
  ])('%s', async (_case, content, message) => {
    const file = await folder.write('pact.json', content);
    const { code, stdout, stderr } = await pactVerify([file]);
    expect(stderr.startsWith(file)).toBe(true);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test.each([
    ['a file that is not there', ['nowhere.json'], 'nowhere.json: no such file or folder'],
    ['a folder without pacts', ['config/..'], undefined],
    ['an option that does not exist', ['--polite'], "Unknown option '--polite'"],
  ])('%s', async (_case, args, message) => {
    const places = message === undefined ? [folder.path] : args;
    const { code, stderr } = await pactVerify(places);
    expect(stderr).toContain(message ?? 'holds no pact files (*.json)');
    expect(code).toBe(2);
  });
});

test('an address where nobody listens is exit code 2', async () => {
  const server = await listen(() => undefined);
  const origin = originOf(server);
  server.close();
  await once(server, 'close');
  expect(await pactVerify([`${origin}/pact`])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${origin}/pact cannot be reached: ECONNREFUSED\n`,
  });
});

test('--help is no failure', async () => {
  const { code, stdout } = await pactVerify(['--help']);
  expect(stdout).toContain('Usage: npm run pact:verify');
  expect(code).toBe(0);
});

const listen = async (listener: RequestListener): Promise<Server> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const originOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

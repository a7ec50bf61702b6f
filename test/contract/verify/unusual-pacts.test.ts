import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Interaction, PactFolder, pactOf } from './pacts.ts';
import { pactVerify } from './run-command.ts';

let folder: PactFolder;
beforeEach(async () => {
  folder = await PactFolder.create();
});
afterEach(() => folder.discard());

const version = { description: 'the version', path: '/api/version', status: 200 };

describe('what is not HTTP, or not ours', () => {
  const wish: Interaction = { description: 'a wish', path: '/api/version', status: 418 };

  test.each([
    ['no messages', [], undefined],
    ['a message', [{ description: 'news' }], 'no messages: 1 message in'],
  ])('%s beside HTTP interactions of V3', async (_case, messages, remark) => {
    const file = await folder.write('pact.json', { ...pactOf(version, wish), messages });
    const { code, stdout } = await pactVerify([file]);
    expect(stdout).toContain('2 interactions, 1 hold, 1 fail');
    expect(stdout.includes('Not verified')).toBe(remark !== undefined);
    expect(stdout).toContain(remark ?? '');
    expect(code).toBe(1);
  });

  test('a message among HTTP interactions of V4', async () => {
    const { interactions, ...pact } = pactOf(version);
    const message = {
      type: 'Asynchronous/Messages',
      description: 'news',
      contents: { content: 1 },
    };
    const file = await folder.write('pact.json', {
      ...pact,
      interactions: [
        message,
        ...interactions.map((each) => ({ type: 'Synchronous/HTTP', ...each })),
      ],
      metadata: { pactSpecification: { version: '4.0' } },
    });
    const { code, stdout } = await pactVerify([file]);
    expect(stdout).toContain(`no messages: 1 message in ${file}.`);
    expect(stdout).toContain('1 interaction, 1 hold, 0 fail');
    expect(code).toBe(0);
  });

  test('a file of messages does not keep the others of its folder from being verified', async () => {
    const { interactions: _none, ...pact } = pactOf();
    const messages = await folder.write('a.json', { ...pact, messages: [{ description: 'news' }] });
    await folder.write('b.json', pactOf(version));
    const { code, stdout } = await pactVerify([folder.path]);
    expect(stdout).toContain(`no messages: 1 message in ${messages}.`);
    expect(stdout).toContain('1 interaction, 1 hold, 0 fail');
    expect(code).toBe(0);
  });

  test('a consumer’s pacts with other providers are left out', async () => {
    const elsewhere = { ...pactOf(wish), provider: { name: 'another service' } };
    const other = await folder.write('other.json', elsewhere);
    await folder.write('own.json', pactOf(version));
    const { code, stdout } = await pactVerify([folder.path]);
    expect(stdout).toContain(
      `Left out, as pacts with other providers: ${other} (another service).\n`,
    );
    expect(stdout).toContain('1 interaction, 1 hold, 0 fail');
    expect(code).toBe(0);
    // By another name for this service, unless names differ.
    expect(await pactVerify([other])).toMatchObject({ code: 1 });
    await folder.write('own.json', { ...pactOf(version), provider: { name: 'a third' } });
    expect(await pactVerify([folder.path])).toMatchObject({
      code: 2,
      stderr:
        'none of the pacts is with reference-data-service: they are with another service, a third; --provider says which to verify\n',
    });
  });

  test.each([
    ['Public Reference Data Service', []],
    ['Reference Data Service', []],
    ['Payroll', ['--provider', 'payroll']],
  ])('the name %s is this service’s', async (name, args) => {
    await folder.write('a.json', { ...pactOf(version), provider: { name } });
    await folder.write('b.json', { ...pactOf(version), provider: { name: 'another service' } });
    const { stdout } = await pactVerify([folder.path, ...args]);
    expect(stdout).toContain('b.json (another service).');
    expect(stdout).toContain('1 interaction, 1 hold, 0 fail');
  });

  test('an empty state is none', async () => {
    const { interactions, ...pact } = pactOf({ ...version, states: [''] });
    const file = await folder.write('pact.json', { ...pact, interactions });
    const { code, stdout } = await pactVerify([file]);
    expect(stdout).toContain('✓ the version\n');
    expect(code).toBe(0);
  });
});

describe('what the verifier would pass over in silence', () => {
  test('is named, and no success', async () => {
    const { interactions, ...pact } = pactOf(version);
    const file = await folder.write('pact.json', {
      ...pact,
      // Without types, and thus nothing to the verifier.
      interactions,
      metadata: { pactSpecification: { version: '4.0' } },
    });
    const { code, stdout, stderr } = await pactVerify([file, '--allow-none']);
    expect(stderr).toContain(
      `${file} is not verified in full: the verifier passed over "the version"`,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test.each(['"418"', '418.0', 'null', '99', '1000', 'true'])('a status %s', async (status) => {
    const text = JSON.stringify(pactOf(version)).replace('"status":200', `"status":${status}`);
    const file = await folder.write('pact.json', text);
    expect(await pactVerify([file, '--allow-none'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${file} is not a pact: interactions.0.response.status must be an integer from 100 to 599, in digits alone, not ${status}\n`,
    });
  });

  test.each(['request', 'response'])('an interaction without a %s', async (member) => {
    const { interactions, ...pact } = pactOf(version);
    const file = await folder.write('pact.json', {
      ...pact,
      interactions: interactions.map((each) => ({ ...each, [member]: undefined })),
    });
    const { code, stderr } = await pactVerify([file]);
    expect(stderr).toContain(`${file} is not a pact: interactions.0.${member}: `);
    expect(code).toBe(2);
  });
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { compose } from '../../../src/cli/provider-states/composition.ts';
import { loadProperties, openScene } from '../../../src/cli/provider-states/staged-service.ts';
import { PactFolder, pactOf } from './pacts.ts';
import { pactVerify } from './run-command.ts';

let folder: PactFolder;
beforeEach(async () => {
  folder = await PactFolder.create();
});
afterEach(() => folder.discard());

const version = { description: 'the version', path: '/api/version', status: 200 };

describe('a running service', () => {
  test('is held to a pact without states', async () => {
    const service = await openScene(compose([]), await loadProperties());
    try {
      const file = await folder.write('pact.json', pactOf(version));
      const url = `http://${service.host}:${service.port}`;
      expect(await pactVerify([file, '--url', url])).toMatchObject({ code: 0 });
    } finally {
      await service.close();
    }
  });

  test.each([
    ['providerStates', [{ name: 'the service is ready' }]],
    ['providerState', 'the service is ready'],
    ['provider_state', 'the service is ready'],
  ])('cannot be put into a state, spelled %s', async (member, value) => {
    const pact = pactOf(version);
    const interactions = pact.interactions.map(({ providerStates: _none, ...each }) => ({
      ...each,
      [member]: value,
    }));
    const file = await folder.write('pact.json', { ...pact, interactions });
    expect(await pactVerify([file, '--url', 'http://127.0.0.1:9'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${file} needs the provider state "the service is ready", into which a running service cannot be put; verify it without --url\n`,
    });
  });

  test.each([
    ['127.0.0.1:9', '--url takes an address such as https://service.example, not "127.0.0.1:9"'],
    ['ftp://127.0.0.1', '--url takes an address such as https://service.example, not'],
    ['http://', '--url takes an address such as https://service.example, not "http://"'],
    ['http://127.0.0.1:9', 'http://127.0.0.1:9 cannot be reached: ECONNREFUSED'],
    ['http://nobody.invalid', 'http://nobody.invalid cannot be reached: E'],
  ])('at %s cannot be asked', async (url, sentence) => {
    const file = await folder.write('pact.json', pactOf(version));
    const { code, stdout, stderr } = await pactVerify([file, '--url', url]);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

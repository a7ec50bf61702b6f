import { expect, test } from '@jest/globals';
import { readOptions } from '../../../../src/cli/pact/options.ts';

const BROKER = 'https://broker.example';

test('a named pact is verified alone, whatever broker the environment knows', () => {
  expect(readOptions(['pact.json'], { PACT_BROKER_BASE_URL: BROKER })).toMatchObject({
    places: ['pact.json'],
  });
  expect(readOptions(['pact.json'], { PACT_BROKER_BASE_URL: BROKER })).not.toHaveProperty(
    'brokerUrl',
  );
});

test('a webhook’s pact comes before the broker’s choice, and after the command line', () => {
  const env = { PACT_BROKER_BASE_URL: BROKER, PACT_URL: `${BROKER}/pacts/1` };
  expect(readOptions([], env)).toMatchObject({ places: [`${BROKER}/pacts/1`] });
  expect(readOptions(['pact.json'], env)).toMatchObject({ places: ['pact.json'] });
  expect(readOptions(['--broker-base-url', BROKER], env)).toMatchObject({
    places: [],
    brokerUrl: BROKER,
  });
});

test('the environment publishes only if it says true', () => {
  expect(readOptions(['a'], { PACT_PUBLISH_RESULTS: 'true' })).toMatchObject({ publish: true });
  expect(readOptions(['a'], { PACT_PUBLISH_RESULTS: '' })).toMatchObject({ publish: false });
  expect(readOptions(['a', '--publish'], {})).toMatchObject({ publish: true });
});

test('an empty variable is not set', () => {
  const options = readOptions(['a'], { PACT_BROKER_TOKEN: '', PACT_PROVIDER_BRANCH: '' });
  expect(options).toMatchObject({ credentials: {} });
  expect(options).not.toHaveProperty('branch');
});

test.each([
  [[], 'no pact is named'],
  [['--polite'], "Unknown option '--polite'"],
  [['a', '--broker-base-url', BROKER], 'name either pacts or a broker that chooses them, not both'],
  [['--broker-base-url', BROKER, '--url', BROKER], '--url takes pact files, folders or URLs'],
  [['a', '--selectors', '{'], 'the consumer version selectors are not JSON'],
  [['a', '--selectors', '[{"mainbranch":true}]'], 'Unrecognized key: "mainbranch"'],
  [['a', '--include-wip-since', 'spring'], 'since a day, YYYY-MM-DD'],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message);
});

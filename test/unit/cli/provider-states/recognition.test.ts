import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AMBIGUOUS } from '../../../../src/cli/provider-states/ambiguous-names.ts';
import { PROVIDER_STATES } from '../../../../src/cli/provider-states/catalogue.ts';
import { recognise } from '../../../../src/cli/provider-states/recognition.ts';
import { meaning, split, VOCABULARY } from '../../../../src/cli/provider-states/vocabulary.ts';

const names = (name: string) => recognise(name).map(({ state }) => state.name);

const refusal = (name: string): string => {
  try {
    return `no refusal, but ${names(name)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const documented = PROVIDER_STATES.flatMap(({ name, alsoCalled }) =>
  [name, ...alsoCalled].map((called) => [called, name] as const),
);

test.each(documented)('"%s" is "%s"', (called, name) => {
  expect(names(called)).toEqual([name]);
});

test('no two names of the table mean the same', () => {
  const keys = documented.map(([called]) => meaning(split(called)).toSorted().join(' '));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('no word stands for two others', () => {
  const phrases = VOCABULARY.flatMap(({ word, also }) =>
    also.map((phrase) => [split(phrase).join(' '), word] as const),
  );
  const clashes = phrases.filter(([phrase, word]) =>
    phrases.some(([other, otherWord]) => other === phrase && otherWord !== word),
  );
  expect(clashes).toEqual([]);
});

describe('as people say it', () => {
  test.each([
    ['Market data is FRESH.', ['market rates are live']],
    ['market_data_is_cached', ['market rates are cached']],
    ['MarketRatesAreStale', ['market rates are stale']],
    ['upstream sources are unavailable but cached data exists', ['market rates are stale']],
    ['there is no market data', ['market rates are unavailable']],
    ['market data isn’t available', ['market rates are unavailable']],
    ['exchange rates exist', ['market rates are available']],
    ['all upstream sources are unreachable', ['the sources are down']],
    ['the market cache is empty', ['nothing is cached']],
    ['the salary-laws dataset exists', ['salary laws are available']],
    ["salary law data can't be loaded", ['salary laws cannot be read']],
    ['salary laws do not exist', ['salary laws cannot be read']],
    [
      'the dataset has not changed since 2026-01-01',
      ['the consumer holds the current salary laws ETag'],
    ],
    ['client has current ETag', ['the consumer holds the current salary laws ETag']],
    ['a dataset with ETag "abc" exists', ['the consumer holds the current salary laws ETag']],
    ['the client does not have the current ETag', ['the consumer holds an old salary laws ETag']],
    ['the dataset has changed', ['the consumer holds an old salary laws ETag']],
    ['one or more readiness checks are degraded', ['the service is degraded']],
    ['the API is not healthy', ['the service is degraded']],
    ['service ready', ['the service is ready']],
    ['the service isn’t ready', ['the service is not ready']],
    ['the service is starting up', ['the service is not ready']],
    ['service is shutting down', ['the service is draining']],
    ['service is up', ['no preconditions']],
    ['None', ['no preconditions']],
    ['', []],
    ['  ', []],
    [
      'the service is ready, but market data is stale',
      ['the service is ready', 'market rates are stale'],
    ],
  ])('"%s": %j', (said, states) => {
    expect(names(said)).toEqual(states);
  });

  test.each([
    ['stale market data', 'market rates are stale'],
    ['an unchanged dataset', 'the consumer holds the current salary laws ETag'],
    ['the old ETag the client holds', 'the consumer holds an old salary laws ETag'],
    ['unavailable salary laws', 'salary laws cannot be read'],
  ])('in another order: "%s" is "%s"', (said, state) => {
    expect(names(said)).toEqual([state]);
  });
});

describe('nothing is guessed', () => {
  test.each([
    'market rates are not stale',
    'market data is not unavailable',
    'not all sources are down',
    'market data vanished',
    'the salary laws are unusable',
    'user 42 exists',
    'the service is ready for 1404',
  ])('"%s" is unknown, with no suggestion', (name) => {
    expect(refusal(name)).toBe(`there is no provider state "${name}"`);
  });

  test.each(AMBIGUOUS.flatMap(({ names: said, states }) => said.map((each) => ({ each, states }))))(
    '"$each" may be either',
    ({ each, states: [first, second] }) => {
      expect(refusal(each)).toBe(
        `the provider state "${each}" may be "${first}" or "${second}": name the one`,
      );
    },
  );
});

describe('a slip of the pen', () => {
  test.each([
    ['market rates are unavailabel', 'market rates are unavailable'],
    ['market rates are avialable', 'market rates are available'],
    ['the service is unhelthy', 'the service is degraded'],
    ['the service is drainning', 'the service is draining'],
    ['salary laws have chnged', 'the consumer holds an old salary laws ETag'],
    ['there is nosource available', undefined],
    ['the consumer holds the incurrent ETag', undefined],
    ['market rates are navailable', undefined],
  ])('"%s" is taken for "%s"', (name, meant) => {
    expect(refusal(name)).toBe(
      `there is no provider state "${name}"${meant ? `; did you mean "${meant}"?` : ''}`,
    );
  });

  test('never stands for another state, nor suggests one', () => {
    const slip = fc.constantFrom(...documented).chain(([called, name]) =>
      fc.nat(called.length - 1).map((at) => ({
        name,
        slipped: called.slice(0, at) + called.slice(at + 1),
      })),
    );
    fc.assert(
      fc.property(slip, ({ name, slipped }) => {
        const outcome = refusal(slipped);
        const [, meant] = /(?:did you mean "|no refusal, but )([^"]+)/.exec(outcome) ?? [];
        expect([undefined, name]).toContain(meant);
      }),
      { numRuns: 5000 },
    );
  });
});

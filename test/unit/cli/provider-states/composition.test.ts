import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PROVIDER_STATES } from '../../../../src/cli/provider-states/catalogue.ts';
import { compose } from '../../../../src/cli/provider-states/composition.ts';
import { ProviderStateError } from '../../../../src/cli/provider-states/recognition.ts';

const states = (...names: string[]) => names.map((name) => ({ name }));

test('without states it is a good day', () => {
  expect(compose([])).toEqual({
    market: 'cached',
    irr: 'official',
    salaryLaws: 'available',
    laws: {},
    upkeepFails: false,
    draining: false,
    consumerHolds: undefined,
  });
});

test('states compose', () => {
  expect(
    compose([
      ...states('market rates are live', 'IRR is market', 'the service is draining'),
      { name: 'salary laws are available', parameters: { version: '7', years: ['1404', 1405] } },
      { name: 'salary laws are available', parameters: { updatedAt: '2026-01-02' } },
    ]),
  ).toMatchObject({
    market: 'live',
    irr: 'market',
    draining: true,
    laws: { version: '7', years: [1404, 1405], updatedAt: '2026-01-02' },
  });
});

const outcome = (names: readonly string[]): unknown => {
  try {
    return compose(states(...names));
  } catch (error) {
    if (error instanceof ProviderStateError) return 'refused';
    throw error;
  }
};

test('the order of states never matters', () => {
  const names = PROVIDER_STATES.map(({ name }) => name);
  const shuffled = fc
    .subarray(names)
    .chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
  fc.assert(
    fc.property(shuffled, ([some, again]) => {
      expect(outcome(again)).toEqual(outcome(some));
    }),
    { numRuns: 1000 },
  );
});

describe('why the service is not ready', () => {
  test.each([
    ['for want of rates', [], { market: 'unavailable' }],
    [
      'for want of laws beside rates',
      ['market rates are cached'],
      { market: 'cached', salaryLaws: 'unreadable' },
    ],
    [
      'since it drains, beside both',
      ['market rates are cached', 'salary laws are available'],
      { market: 'cached', salaryLaws: 'available', draining: true },
    ],
    ['as another state says', ['salary laws cannot be read'], { market: 'cached' }],
  ])('%s', (_case, others, expected) => {
    expect(compose(states('the service is not ready', ...others))).toMatchObject(expected);
  });
});

describe('what sources and cache come to', () => {
  test.each([
    [['the sources are down'], 'unavailable'],
    [['the sources are down', 'nothing is cached'], 'unavailable'],
    [['the sources are down', 'market rates are available'], 'stale'],
    [['the sources are down', 'the service is ready'], 'stale'],
    [['the sources are down', 'the service is healthy'], 'cached'],
    [['nothing is cached'], 'live'],
    [['market rates are available'], 'cached'],
  ])('%j: %s rates', (names, market) => {
    expect(compose(states(...names))).toMatchObject({ market });
  });

  test('rates without sources cannot be live', () => {
    const names = ['the sources are down', 'market rates are live'];
    expect(() => compose(states(...names))).toThrow('contradicts');
  });
});

test('years in a name are the years in service, unless a parameter says otherwise', () => {
  const name = 'salary laws for 1403 and 1404 exist';
  expect(compose(states(name))).toMatchObject({ laws: { years: [1403, 1404] } });
  expect(compose([{ name, parameters: { years: [1405] } }])).toMatchObject({
    laws: { years: [1405] },
  });
});

test.each([
  [{ version: '' }, 'parameter version must be the version label'],
  [{ version: 3 }, 'parameter version must be the version label'],
  [{ updatedAt: '2026-02-30' }, 'parameter updatedAt must be the day of the last update'],
  [{ years: [] }, 'parameter years must be the years it holds'],
  [{ years: ['next'] }, 'parameter years must be the years it holds'],
  [{ jahre: [1404] }, 'no such parameter: jahre; there are version, updatedAt, years'],
])('refuses the parameters %j', (parameters, message) => {
  expect(() => compose([{ name: 'salary laws are available', parameters }])).toThrow(message);
});

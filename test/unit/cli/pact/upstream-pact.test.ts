import { expect, test } from '@jest/globals';
import { AGREED_ON, askable } from '../../../../src/cli/pact/upstream-pact.ts';

const pact = {
  consumer: { name: 'us' },
  interactions: [
    { description: 'a file', request: { path: '/api@2026-10-05/usd.json' } },
    {
      description: 'a query',
      providerStates: [],
      request: { path: '/history', query: { from: ['2026-09-27'], since: ['1791103020'] } },
    },
    {
      description: 'too many',
      providerStates: [{ name: 'the caller is over its limit' }],
      request: { path: '/history' },
    },
  ],
};

test('today’s is yesterday’s, and answers that need a state are not asked for', () => {
  const tenDaysOn = AGREED_ON + 11 * 86_400_000 + 3_600_000;
  expect(askable(pact, tenDaysOn)).toEqual({
    consumer: { name: 'us' },
    interactions: [
      { description: 'a file', request: { path: '/api@2026-10-15/usd.json' } },
      {
        description: 'a query',
        providerStates: [],
        request: {
          path: '/history',
          query: { from: ['2026-10-07'], since: [String(1_791_103_020 + 10 * 86_400)] },
        },
      },
    ],
  });
});

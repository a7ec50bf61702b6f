import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import { parseCoins, symbolsById } from '../../../../src/adapters/providers/coin.ts';

const configured = parseCoins(
  JSON.parse(readFileSync(new URL('../../../../config/coins.json', import.meta.url), 'utf8')),
);

test('the configured coins are the ten that are promised, each with two sources at least', () => {
  expect(configured.map(({ symbol }) => symbol)).toEqual(
    expect.arrayContaining([
      'BTC',
      'ETH',
      'USDT',
      'BNB',
      'SOL',
      'XRP',
      'ADA',
      'DOGE',
      'TRX',
      'TON',
    ]),
  );
  for (const { ids } of configured) expect(Object.keys(ids).length).toBeGreaterThanOrEqual(2);
});

test('every id is of a source that there is, and no two coins share one', () => {
  const names = CATALOGUE.map(({ profile }) => profile.name);
  for (const { ids } of configured) expect(names).toEqual(expect.arrayContaining(Object.keys(ids)));
  for (const name of names) {
    const having = configured.filter(({ ids }) => ids[name] !== undefined);
    expect(symbolsById(configured, name).size).toBe(having.length);
  }
});

test.each([
  ['no list', {}, /expected array/],
  ['an empty list', [], /Too small/],
  ['a lower-case symbol', [{ symbol: 'btc', name: 'Bitcoin', ids: {} }], /\[0\]\.symbol/],
  ['an unknown member', [{ symbol: 'BTC', name: 'Bitcoin', ids: {}, id: 1 }], /"id"/],
  [
    'a symbol given twice',
    [
      { symbol: 'BTC', name: 'Bitcoin', ids: {} },
      { symbol: 'BTC', name: 'Bitcoin', ids: {} },
    ],
    /given twice/,
  ],
])('%s is refused with its place', (_name, document, message) => {
  expect(() => parseCoins(document)).toThrow(message);
});

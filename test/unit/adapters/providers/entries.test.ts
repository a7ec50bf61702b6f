import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { listOf, mapOf } from '../../../../src/adapters/providers/entries.ts';
import { startProvider } from '../../../support/upstreams/provider-rig.ts';

const price = z.object({ price: z.number() });

test('an item of another kind costs itself alone', () => {
  const items = [null, { price: 1 }, [], 'x', { price: '2' }, { price: 3 }];
  expect(listOf(price).parse(items)).toEqual([{ price: 1 }, { price: 3 }]);
  expect(mapOf(price).parse({ a: { price: 1 }, b: null, c: [] })).toEqual({ a: { price: 1 } });
});

test.each([
  ['a list of nothing of the kind', listOf(price), [null, 1]],
  ['a map of nothing of the kind', mapOf(price), { a: 1 }],
  ['no list', listOf(price), { a: { price: 1 } }],
  ['no map', mapOf(price), [{ price: 1 }]],
])('%s is another document', (_name, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test('nothing at all is an empty answer', () => {
  expect(listOf(price).parse([])).toEqual([]);
  expect(mapOf(price).parse({})).toEqual({});
});

test.each([
  ['frankfurter', '0'],
  ['bitstamp', '0'],
  ['coinbase', 'BTC-USD'],
  ['coingecko', 'bitcoin'],
  ['coinpaprika', '0'],
  ['kraken', 'result.XXBTZUSD'],
])('%s goes on with the rest where an entry is null', async (name, path) => {
  const rig = await startProvider(name);
  const before = await rig.poll();
  rig.server.change(path, () => null);
  const after = await rig.poll();
  await rig.close();
  expect(after).not.toEqual(before);
  expect(after.quotes.length).toBeGreaterThanOrEqual(before.quotes.length - 1);
});

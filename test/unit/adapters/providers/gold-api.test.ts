import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import { type ProviderRig, startProvider } from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('gold-api');
});
afterEach(() => rig.close());

test.each([['gold-api-xau.json'], ['gold-api-xau-legacy.json']])(
  'quotes %s in USD per troy ounce, without the noise of single precision',
  async (name) => {
    rig.server.send(recordedText(name));
    // 4152.399902 is 4152.4 in single precision.
    expect(await rig.poll()).toEqual({
      quotes: [
        {
          instrument: 'metal:XAU',
          value: 4152.4,
          observedAt: Date.parse('2026-10-05T09:36:57Z'),
        },
      ],
      refused: [],
    });
  },
);

test('asks one path', async () => {
  await rig.poll();
  expect(rig.server.calls.urls).toEqual(['/price/XAU']);
});

test.each([
  ['zero', () => 0],
  ['a string', () => '4152.4'],
  ['a negative', () => -4152.4],
])('%s leaves nothing to quote', async (_name, alter) => {
  rig.server.change('metal:XAU', alter);
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

test.each([
  ['another metal', 'symbol', 'XAG'],
  ['another currency', 'currency', 'EUR'],
])('%s is another document', async (_name, path, value) => {
  rig.server.change(path, () => value);
  expect(await rig.failure()).toMatchObject({ code: 'unexpected-shape' });
});

test('a time ahead of the clock’s slack leaves nothing to quote', async () => {
  rig.server.redate(120_000);
  expect(await rig.failure()).toMatchObject({
    code: 'no-data',
    message: expect.stringContaining('dated in the future'),
  });
});

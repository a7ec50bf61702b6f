import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recordedText } from '../../../support/upstreams/index.ts';
import { type ProviderRig, startProvider } from '../../../support/upstreams/provider-rig.ts';

let rig: ProviderRig;

beforeEach(async () => {
  rig = await startProvider('swissquote');
});
afterEach(() => rig.close());

const quote = (value: number, observedAt: number) => ({
  quotes: [{ instrument: 'metal:XAU', value: expect.closeTo(value, 9), observedAt }],
  refused: [],
});

test('takes the middle of the prime profile in the newest feed', async () => {
  rig.server.send(recordedText('swissquote-xauusd.json'));
  // (4151.763 + 4152.397) / 2
  expect(await rig.poll()).toEqual(quote(4152.08, 1_791_193_016_075));
  expect(rig.server.calls.urls).toEqual(['/public-quotes/bboquotes/instrument/XAU/USD']);
});

test('over the weekend, gives the time of the last quote and not its own', async () => {
  rig.server.send(recordedText('swissquote-xauusd-weekend.json'));
  // (4159.23 + 4160.42) / 2, on Friday
  expect(await rig.poll()).toEqual(quote(4159.825, 1_790_974_798_104));
});

test('takes the first profile where there is no prime', async () => {
  rig.server.change('0.spreadProfilePrices.1.spreadProfile', () => 'other');
  // premium: (4151.749 + 4152.411) / 2
  expect(await rig.poll()).toEqual(quote(4152.08, 1_791_193_016_075));
});

test.each([
  ['a bid above its ask', '0.spreadProfilePrices.1.bid', 4_153, 'bid above ask'],
  ['a zero bid', '0.spreadProfilePrices.1.bid', 0, 'zero'],
  ['an ask in a string', '0.spreadProfilePrices.1.ask', '4152', 'not a number'],
  ['a time ahead', '0.ts', 1_791_193_020_000 + 61_000, 'dated in the future'],
])('%s leaves nothing to quote', async (_name, path, value, reason) => {
  rig.server.change(path, () => value);
  expect(await rig.failure()).toMatchObject({
    code: 'no-data',
    message: expect.stringContaining(reason),
  });
});

test('the empty list of an unknown instrument is no data', async () => {
  rig.server.send(recordedText('errors/swissquote-empty.json'));
  expect(await rig.failure()).toMatchObject({ code: 'no-data' });
});

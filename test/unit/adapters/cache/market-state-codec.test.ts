import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { marketStateCodec } from '../../../../src/adapters/cache/market-state-codec.ts';
import {
  stateAssembledAt,
  stateWithoutSnapshot,
  TEN_O_CLOCK,
} from '../../../support/cache/market-states.ts';

const { encode, decode } = marketStateCodec;
const state = stateAssembledAt(TEN_O_CLOCK);
const text = encode(state);

describe('the market state as text', () => {
  it.each([
    ['with every member in use', state],
    ['before the first snapshot', stateWithoutSnapshot],
  ])('comes back as it was, %s', (_name, original) => {
    expect(decode(encode(original))).toEqual(original);
  });

  it.each([
    ['nothing', ''],
    ['another document', '{"ok":true}'],
    ['another schema', text.replace('"schema":1', '"schema":2')],
    ['a rate of zero', text.replace('"value":0.92', '"value":0')],
    ['a rate as text', text.replace('"value":0.92', '"value":"0.92"')],
    ['an instrument that there is not', text.replaceAll('irr:official', 'irr:street')],
    ['a group without support', text.replace('"gold":{"restsOnLastGood":true,', '"gold":{')],
  ])('is not understood where it is %s', (_name, broken) => {
    expect(broken).not.toBe(text);
    expect(decode(broken)).toBeUndefined();
  });

  it.each([
    ['by a replica that knows of none', text.replace(/"past":\[.*?\}\],/, '')],
    ['with a price of zero', text.replace('"currency:EUR":0.89', '"currency:EUR":0')],
  ])('is whole without a past that was stored %s', (_name, other) => {
    expect(other).not.toBe(text);
    const without = Object.entries(state.sources).map(([name, source]) => [
      name,
      { ...source, past: [] },
    ]);
    expect(decode(other)).toEqual({ ...state, sources: Object.fromEntries(without) });
  });

  it('never throws, whatever stands there', () => {
    const damage = fc.tuple(fc.nat(text.length), fc.nat(20), fc.string());
    fc.assert(
      fc.property(damage, ([at, length, instead]) => {
        const damaged = text.slice(0, at) + instead + text.slice(at + length);
        expect(() => decode(damaged)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});

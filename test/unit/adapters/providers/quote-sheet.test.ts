import { expect, test } from '@jest/globals';
import { QuoteSheet } from '../../../../src/adapters/providers/quote-sheet.ts';
import { Refusal } from '../../../../src/adapters/providers/reading.ts';

const NOW = Date.parse('2026-10-05T09:37:00Z');
const observed = { at: NOW - 1_000, precision: 'instant' } as const;

test('keeps what is good and tells what is not, entry by entry', () => {
  const sheet = new QuoteSheet(NOW);
  sheet.add({ instrument: 'currency:EUR', value: 0.9, observed });
  sheet.add({ instrument: 'currency:GBP', value: new Refusal('zero'), observed });
  sheet.add({ instrument: 'currency:JPY', value: 1, observed: new Refusal('no date') });
  sheet.add({
    instrument: 'currency:CHF',
    value: 1,
    observed: { at: NOW + 60_001, precision: 'instant' },
  });
  expect(sheet.report()).toEqual({
    quotes: [{ instrument: 'currency:EUR', value: 0.9, observedAt: NOW - 1_000 }],
    refused: [
      { instrument: 'currency:GBP', reason: 'zero' },
      { instrument: 'currency:JPY', reason: 'no date' },
      { instrument: 'currency:CHF', reason: 'dated in the future' },
    ],
  });
});

test('believes neither of two words on one instrument, nor a third', () => {
  const sheet = new QuoteSheet(NOW);
  sheet.add({ instrument: 'crypto:BTC', value: 1, observed });
  for (const value of [2, 3, 4]) sheet.add({ instrument: 'currency:EUR', value, observed });
  expect(sheet.report().quotes.map(({ instrument }) => instrument)).toEqual(['crypto:BTC']);
  expect(sheet.report().refused).toEqual([{ instrument: 'currency:EUR', reason: 'given twice' }]);
});

test('an answer with nothing usable is no data, and says why', () => {
  const sheet = new QuoteSheet(NOW);
  expect(() => sheet.report()).toThrow(expect.objectContaining({ code: 'no-data' }));
  sheet.refuse('metal:XAU', 'negative');
  expect(() => sheet.report()).toThrow(/refused as negative/);
});

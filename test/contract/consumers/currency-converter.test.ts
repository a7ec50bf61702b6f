import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatchersV3 } from '@pact-foundation/pact';
import { ConsumerBook, error, JSON_BODY } from './consumer-book.ts';
import { CurrencyConverter, RatesUnavailable } from './currency-converter.ts';

const { eachLike, equal, integer, number, string } = MatchersV3;

let book: ConsumerBook;
beforeAll(async () => {
  book = await ConsumerBook.open();
});
afterAll(() => book.discard());

describe('currency converter', () => {
  const pact = () => book.pactOf('currency-converter');

  const currency = (code: string, rate: number) => ({
    code: equal(code),
    name: string(code),
    rate: number(rate),
    change24h: number(0.12),
  });

  const market = (freshness: 'live' | 'cached' | 'stale') => ({
    ok: equal(true),
    data: {
      timestamp: integer(1_764_676_800_000),
      currencies: {
        USD: { ...currency('USD', 1), rate: equal(1) },
        EUR: currency('EUR', 0.85),
        IRR: currency('IRR', 1_346_904),
      },
      gold: { pricePerGram: number(179_800_000), change24h: number(0.05) },
      crypto: {
        BTC: {
          symbol: equal('BTC'),
          name: string('Bitcoin'),
          priceUSD: number(85_843),
          change24h: number(0.66),
        },
      },
      units: equal({
        currencyBase: 'USD',
        iranCurrency: 'IRR',
        goldPricePerGram: 'IRR',
        cryptoPrice: 'USD',
      }),
      sources: eachLike('frankfurter'),
      freshness: equal(freshness),
    },
  });

  test.each([
    ['live', false],
    ['cached', false],
    ['stale', true],
  ] as const)('converts at %s rates', async (freshness, isStale) => {
    await pact()
      .addInteraction()
      .given(`market rates are ${freshness}`)
      .uponReceiving(`a request for ${freshness} rates`)
      .withRequest('GET', '/api/market')
      .willRespondWith(200, (answer) => answer.headers(JSON_BODY).jsonBody(market(freshness)))
      .executeTest(async ({ url }) => {
        const conversion = await new CurrencyConverter(url).convert(17, 'EUR', 'USD');
        expect(conversion).toEqual({
          amount: 20,
          asOf: new Date(1_764_676_800_000),
          sources: ['frankfurter'],
          isStale,
        });
      });
  });

  test('shows the service’s own words where there are no rates', async () => {
    await pact()
      .addInteraction()
      .given('market rates are unavailable')
      .uponReceiving('a request for rates when there are none')
      .withRequest('GET', '/api/market')
      .willRespondWith(500, (answer) =>
        answer.headers(JSON_BODY).jsonBody(error('There is no market snapshot yet.')),
      )
      .executeTest(async ({ url }) => {
        await expect(new CurrencyConverter(url).convert(1, 'EUR', 'USD')).rejects.toThrow(
          new RatesUnavailable('There is no market snapshot yet.'),
        );
      });
  });
});

// Last, since the tests before it write the pact.
test('the pact that is kept is the one that is generated', async () => {
  expect(await book.pacts()).toEqual(await book.kept());
});

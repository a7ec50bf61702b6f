import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, type Exchange, numeral, rateLimited } from './agreement.ts';

const { eachLike, equal, integer, number, string } = MatchersV3;

const ORDER_BOOK = { path: '/v3/orderbook/USDTIRT' };

const NOBITEX_HISTORY: Exchange = {
  description: 'hourly candles of a day in toman',
  path: '/market/udf/history',
  query: { symbol: 'USDTIRT', resolution: '60', from: '1791103020', to: '1791193020' },
  body: { s: equal('ok'), t: eachLike(integer(1791104400)), o: eachLike(number(244376)) },
};

export const nobitex: Agreement = {
  provider: 'nobitex',
  cases: [
    {
      name: 'the order book of tether in rial',
      exchanges: [
        NOBITEX_HISTORY,
        {
          ...ORDER_BOOK,
          description: 'the order book of tether in rial',
          body: {
            status: equal('ok'),
            lastUpdate: integer(1791193010442),
            asks: eachLike([numeral('2535500'), numeral('1043.12')]),
            bids: eachLike([numeral('2535290'), numeral('512.88')]),
          },
        },
      ],
      outcome: ['irr:market'],
    },
    {
      name: 'over the limit',
      exchanges: [
        NOBITEX_HISTORY,
        rateLimited(ORDER_BOOK, { status: equal('failed'), code: string('TooManyRequests') }),
      ],
      outcome: 'rate-limited',
    },
  ],
};

const ARCHIVE = {
  path: '/gh/SamadiPour/rial-exchange-rates-archive@data/gregorian_7days.min.json',
};

export const rialArchive: Agreement = {
  provider: 'rial-archive',
  cases: [
    {
      name: 'the last seven days in toman',
      exchanges: [
        {
          ...ARCHIVE,
          description: 'the last seven days in toman',
          body: MatchersV3.eachKeyLike('2026/10/04', {
            usd: { sell: number(253550), buy: number(253500) },
          }),
        },
      ],
      outcome: ['irr:market'],
    },
    {
      name: 'over the limit',
      exchanges: [
        rateLimited(ARCHIVE, 'Too many requests', 'text'),
        {
          ...rateLimited(
            { path: '/SamadiPour/rial-exchange-rates-archive/data/gregorian_7days.min.json' },
            'Too many requests',
            'text',
          ),
          description: 'a request too many on the second host',
        },
      ],
      outcome: 'rate-limited',
    },
  ],
};

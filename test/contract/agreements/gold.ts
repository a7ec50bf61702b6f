import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, type Exchange, isoDay, rateLimited } from './agreement.ts';

const { eachLike, equal, integer, number, regex, string } = MatchersV3;

const GOLD_API = { path: '/price/XAU' };

export const goldApi: Agreement = {
  provider: 'gold-api',
  cases: [
    {
      name: 'gold in dollars',
      exchanges: [
        {
          ...GOLD_API,
          description: 'gold in dollars',
          body: {
            symbol: equal('XAU'),
            currency: equal('USD'),
            price: number(4152.399902),
            updatedAt: regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, '2026-10-05T09:36:57Z'),
          },
        },
      ],
      outcome: ['metal:XAU'],
    },
    { name: 'over the limit', exchanges: [rateLimited(GOLD_API)], outcome: 'rate-limited' },
  ],
};

const SWISSQUOTE = { path: '/public-quotes/bboquotes/instrument/XAU/USD' };

export const swissquote: Agreement = {
  provider: 'swissquote',
  cases: [
    {
      name: 'bid and ask of each spread profile',
      exchanges: [
        {
          ...SWISSQUOTE,
          description: 'gold in dollars',
          body: eachLike({
            spreadProfilePrices: eachLike({
              spreadProfile: string('prime'),
              bid: number(4151.763),
              ask: number(4152.397),
            }),
            ts: integer(1791193016075),
          }),
        },
      ],
      outcome: ['metal:XAU'],
    },
    {
      name: 'no quotes',
      exchanges: [
        {
          ...SWISSQUOTE,
          description: 'gold when nobody quotes it',
          state: 'there are no quotes',
          body: [],
        },
      ],
      outcome: 'no-data',
    },
    { name: 'over the limit', exchanges: [rateLimited(SWISSQUOTE)], outcome: 'rate-limited' },
  ],
};

const NBP_GOLD: Exchange = {
  description: 'the last two gold prices in zloty per gram',
  path: '/api/cenyzlota/last/2/',
  query: { format: 'json' },
  body: eachLike({ data: isoDay('2026-10-05'), cena: number(501.88) }),
};

const NBP_DOLLARS = {
  path: '/api/exchangerates/rates/a/usd/last/5/',
  query: { format: 'json' },
};

export const nbp: Agreement = {
  provider: 'nbp',
  cases: [
    {
      name: 'gold in zloty and zloty per dollar',
      exchanges: [
        NBP_GOLD,
        {
          ...NBP_DOLLARS,
          description: 'the last five dollar rates',
          body: {
            table: equal('A'),
            code: equal('USD'),
            rates: eachLike({ effectiveDate: isoDay('2026-10-05'), mid: number(3.7612) }),
          },
        },
      ],
      outcome: ['metal:XAU'],
    },
    {
      name: 'over the limit',
      exchanges: [
        rateLimited(NBP_GOLD, 'Too many requests', 'text'),
        {
          ...rateLimited(NBP_DOLLARS, 'Too many requests', 'text'),
          description: 'a request for dollars too many',
        },
      ],
      outcome: 'rate-limited',
    },
  ],
};

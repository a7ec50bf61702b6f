import { MatchersV3 } from '@pact-foundation/pact';
import {
  type Agreement,
  type BodyRules,
  type Exchange,
  isoDay,
  numeral,
  rateLimited,
} from './agreement.ts';

const { arrayContaining, equal, integer, like, number, regex, string } = MatchersV3;

/** As many elements as there are, each like the example. */
const anyNumber = { 'pact:matcher:type': 'type' };

const FRANKFURTER_RATES: Exchange = {
  description: 'rates per dollar of the last days',
  path: '/v2/rates',
  query: { base: 'USD', from: '2026-09-27' },
  body: arrayContaining(
    { date: isoDay('2026-10-05'), base: equal('USD'), quote: equal('EUR'), rate: number(0.8908) },
    { date: isoDay('2026-10-05'), base: equal('USD'), quote: equal('IRR'), rate: number(1346904) },
  ),
};

export const frankfurter: Agreement = {
  provider: 'frankfurter',
  cases: [
    {
      name: 'rates and gold',
      exchanges: [
        FRANKFURTER_RATES,
        {
          description: 'gold in dollars',
          path: '/v2/rate/XAU/USD',
          body: {
            date: isoDay('2026-10-05'),
            base: equal('XAU'),
            quote: equal('USD'),
            rate: number(4151.83),
          },
        },
      ],
      outcome: ['currency:EUR', 'irr:official', 'metal:XAU'],
    },
    {
      name: 'over the limit',
      exchanges: [
        rateLimited(FRANKFURTER_RATES, { message: string('too many requests') }),
        {
          ...rateLimited({ path: '/v2/rate/XAU/USD' }, { message: string('too many requests') }),
          description: 'a request for gold too many',
        },
      ],
      outcome: 'rate-limited',
    },
  ],
};

const file = (day: string, irr: number): Exchange => ({
  description: `the file of ${day}`,
  path: `/npm/@fawazahmed0/currency-api@${day}/v1/currencies/usd.min.json`,
  body: {
    date: isoDay(day),
    usd: { eur: number(0.8908), irr: number(irr), xau: number(0.00024083), btc: number(0.0000116) },
  },
});

const tooMany = (path: string, what: string): Exchange => ({
  ...rateLimited({ path }, 'Too many requests', 'text'),
  description: `a request too many for ${what}`,
});

export const currencyApi: Agreement = {
  provider: 'currency-api',
  cases: [
    {
      name: 'the file of today against yesterday’s',
      exchanges: [file('2026-10-05', 1346904.18), file('2026-10-04', 1346904.18)],
      outcome: ['currency:EUR', 'irr:official', 'metal:XAU', 'crypto:BTC'],
    },
    {
      name: 'over the limit',
      exchanges: [
        tooMany('/npm/@fawazahmed0/currency-api@2026-10-05/v1/currencies/usd.min.json', 'today'),
        tooMany(
          '/npm/@fawazahmed0/currency-api@2026-10-04/v1/currencies/usd.min.json',
          'yesterday',
        ),
        tooMany('/v1/currencies/usd.min.json', 'the second host'),
      ],
      outcome: 'rate-limited',
    },
  ],
};

/** https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates */
const fixings = (...days: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube>${days
    .map((day) => `<Cube time="${day}"><Cube currency="USD" rate="1.1225"/></Cube>`)
    .join('')}</Cube>
</gesmes:Envelope>`;

/** The verifier names elements of a namespace by its address, and those of the default one plainly. */
const FIXING = "$['http://www.gesmes.org/xml/2002-08-01:Envelope'].Cube.Cube";

const FIXING_RULES: BodyRules = [
  { path: FIXING, rules: [anyNumber] },
  { path: `${FIXING}['@time']`, rules: [isoDay('2026-10-02')] },
  { path: `${FIXING}.Cube`, rules: [anyNumber] },
  { path: `${FIXING}.Cube['@currency']`, rules: [regex(/^[A-Z]{3}$/, 'USD')] },
  { path: `${FIXING}.Cube['@rate']`, rules: [numeral('1.1225')] },
];

const ECB_DAILY: Exchange = {
  description: 'the fixing of the day',
  path: '/stats/eurofxref/eurofxref-daily.xml',
  mediaType: 'xml',
  body: fixings('2026-10-02'),
  rules: FIXING_RULES,
};

export const ecb: Agreement = {
  provider: 'ecb',
  cases: [
    {
      name: 'the fixing of the day against the one before',
      exchanges: [
        ECB_DAILY,
        {
          description: 'the fixings of the last 90 days',
          path: '/stats/eurofxref/eurofxref-hist-90d.xml',
          mediaType: 'xml',
          body: fixings('2026-10-02', '2026-10-01'),
          rules: FIXING_RULES,
        },
      ],
      outcome: ['currency:EUR'],
    },
    {
      name: 'over the limit',
      exchanges: [rateLimited(ECB_DAILY, 'Too many requests', 'text')],
      outcome: 'rate-limited',
    },
  ],
};

const ER_API = { path: '/v6/latest/USD' };

export const erApi: Agreement = {
  provider: 'er-api',
  cases: [
    {
      name: 'rates per dollar',
      exchanges: [
        {
          ...ER_API,
          description: 'rates per dollar',
          body: {
            result: equal('success'),
            base_code: equal('USD'),
            time_last_update_unix: integer(1791158551),
            rates: { USD: equal(1), EUR: number(0.8908), IRR: number(1346904) },
          },
        },
      ],
      outcome: ['currency:EUR', 'irr:official'],
    },
    {
      name: 'an error under status 200',
      exchanges: [
        {
          ...ER_API,
          description: 'a request that is answered with an error document',
          state: 'the provider does not serve the caller',
          body: { result: equal('error'), 'error-type': string('unsupported-code') },
        },
      ],
      outcome: 'provider-error',
    },
    {
      name: 'over the limit',
      exchanges: [rateLimited(ER_API, like({}))],
      outcome: 'rate-limited',
    },
  ],
};

import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, DATED, type Exchange, numeral, rateLimited } from './agreement.ts';

const { arrayContaining, eachLike, equal, integer, number, regex, string } = MatchersV3;

const BITSTAMP = { path: '/api/v2/ticker/' };

export const bitstamp: Agreement = {
  provider: 'bitstamp',
  cases: [
    {
      name: 'tickers',
      exchanges: [
        {
          ...BITSTAMP,
          description: 'all tickers',
          body: arrayContaining({
            pair: equal('BTC/USD'),
            last: numeral('85864.00'),
            percent_change_24: numeral('0.78'),
            timestamp: numeral('1791193016'),
          }),
        },
      ],
      outcome: ['crypto:BTC'],
    },
    { name: 'over the limit', exchanges: [rateLimited(BITSTAMP)], outcome: 'rate-limited' },
  ],
};

const COINBASE = { path: '/products/stats' };

export const coinbase: Agreement = {
  provider: 'coinbase',
  cases: [
    {
      name: 'statistics of the products',
      exchanges: [
        {
          ...COINBASE,
          description: 'the last 24 hours of all products',
          headers: DATED,
          body: {
            'BTC-USD': { stats_24hour: { open: numeral('85236.12'), last: numeral('85866.19') } },
          },
        },
      ],
      outcome: ['crypto:BTC'],
    },
    {
      name: 'over the limit',
      exchanges: [rateLimited(COINBASE, { message: string('Too many requests') })],
      outcome: 'rate-limited',
    },
  ],
};

const COINGECKO = {
  path: '/api/v3/simple/price',
  query: {
    ids: 'bitcoin,ethereum,tether,binancecoin,solana,ripple,cardano,dogecoin,tron,the-open-network',
    vs_currencies: 'usd',
    include_24hr_change: 'true',
    include_last_updated_at: 'true',
  },
};

export const coingecko: Agreement = {
  provider: 'coingecko',
  cases: [
    {
      name: 'prices',
      exchanges: [
        {
          ...COINGECKO,
          description: 'prices in dollars',
          body: {
            bitcoin: {
              usd: number(85843),
              usd_24h_change: number(0.657),
              last_updated_at: integer(1791193001),
            },
          },
        },
      ],
      outcome: ['crypto:BTC'],
    },
    {
      name: 'over the limit',
      exchanges: [
        rateLimited(COINGECKO, {
          status: { error_code: equal(429), error_message: string('exceeded the rate limit') },
        }),
      ],
      outcome: 'rate-limited',
    },
    {
      name: 'no prices',
      exchanges: [
        {
          ...COINGECKO,
          description: 'prices when none is known',
          state: 'no coin has a price',
          body: {},
        },
      ],
      outcome: 'no-data',
    },
  ],
};

const COINPAPRIKA = { path: '/v1/tickers' };

export const coinpaprika: Agreement = {
  provider: 'coinpaprika',
  cases: [
    {
      name: 'tickers',
      exchanges: [
        {
          ...COINPAPRIKA,
          description: 'all tickers',
          body: arrayContaining({
            id: equal('btc-bitcoin'),
            last_updated: regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, '2026-10-05T09:36:15Z'),
            quotes: { USD: { price: number(85836.86), percent_change_24h: number(0.59) } },
          }),
        },
      ],
      outcome: ['crypto:BTC'],
    },
    {
      name: 'over the limit',
      exchanges: [rateLimited(COINPAPRIKA, { error: string('too many requests') })],
      outcome: 'rate-limited',
    },
  ],
};

const KRAKEN_TICKER = {
  path: '/0/public/Ticker',
  query: { pair: 'XXBTZUSD,XETHZUSD,USDTZUSD,SOLUSD,XXRPZUSD,ADAUSD,XDGUSD,TRXUSD' },
};

/** Time in Unix seconds, open, high, low, close, weighted average, volume, count. */
const CANDLE = [
  integer(1791104400),
  ...['85240.1', '85322.4', '85180.1', '85262.4', '85258.2', '40.0'].map(numeral),
  integer(3000),
];

const KRAKEN_OPENS: Exchange = {
  description: 'hourly candles of a day',
  path: '/0/public/OHLC',
  query: { pair: 'XXBTZUSD', interval: '60', since: '1791103020' },
  body: {
    error: [],
    result: { XXBTZUSD: eachLike(CANDLE) },
  },
};

export const kraken: Agreement = {
  provider: 'kraken',
  cases: [
    {
      name: 'last trades and hourly candles',
      exchanges: [
        KRAKEN_OPENS,
        {
          ...KRAKEN_TICKER,
          description: 'tickers',
          headers: DATED,
          body: { error: [], result: { XXBTZUSD: { c: [numeral('85861.2'), numeral('0.1')] } } },
        },
      ],
      outcome: ['crypto:BTC'],
    },
    {
      name: 'over the limit, under status 200',
      exchanges: [
        KRAKEN_OPENS,
        {
          ...KRAKEN_TICKER,
          description: 'a request too many',
          state: 'the caller is over its limit',
          body: { error: [regex(/^E[A-Z]\w+:Too many requests/, 'EGeneral:Too many requests')] },
        },
      ],
      outcome: 'rate-limited',
    },
  ],
};

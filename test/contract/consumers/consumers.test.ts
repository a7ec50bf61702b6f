import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { openPactBook, type PactBook, readPacts } from '../pact-book.ts';
import { CurrencyConverter, RatesUnavailable } from './currency-converter.ts';
import { LoadBalancer } from './load-balancer.ts';
import { LawsUnavailable, PayrollCalculator } from './payroll-calculator.ts';

const {
  arrayContaining,
  decimal,
  eachLike,
  equal,
  fromProviderState,
  integer,
  like,
  nullValue,
  number,
  regex,
  string,
} = MatchersV3;

const PROVIDER = 'reference-data-service';
const KEPT = join(import.meta.dirname, '../pacts');
const JSON_BODY = { 'Content-Type': regex(/^application\/json(;.*)?$/, 'application/json') };

let book: PactBook;
beforeAll(async () => {
  book = await openPactBook();
});
afterAll(() => book.discard());

const pactOf = (consumer: string, spec = SpecificationVersion.SPECIFICATION_VERSION_V4) =>
  new Pact({ consumer, provider: PROVIDER, dir: book.directory, spec, logLevel: 'error' });

const error = (text: string) => ({ ok: equal(false), error: string(text) });

describe('currency converter', () => {
  const pact = () => pactOf('currency-converter');

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

describe('payroll calculator', () => {
  const pact = () => pactOf('payroll-calculator');
  const PATH = '/api/data/salary-laws';

  const year = (number_: number) => ({
    year: equal(number_),
    minimumWage: number(100_000_000),
    taxExemption: number(40_000_000),
    insuranceRate: decimal(0.07),
    housingAllowance: number(9_000_000),
    foodAllowance: number(22_000_000),
    // The top bracket is open.
    taxBrackets: arrayContaining(
      { upTo: number(40_000_000), rate: number(0) },
      { upTo: nullValue(), rate: number(0.3) },
    ),
  });

  const laws = {
    version: string('1405.1'),
    updatedAt: regex(/^\d{4}-\d{2}-\d{2}$/, '2026-03-21'),
    source: string('published decisions'),
    region: string('IR'),
    years: { '1404': year(1404), '1405': year(1405) },
  };

  const validators = {
    ETag: regex(/^(W\/)?"[^"]+"$/, '"an-entity-tag"'),
    'Last-Modified': regex(
      /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
      'Sat, 21 Mar 2026 08:00:00 GMT',
    ),
  };

  const held = {
    etag: '"an-entity-tag"',
    laws: {
      version: '1405.1',
      updatedAt: '2026-03-21',
      years: {
        '1405': {
          minimumWage: 100,
          insuranceRate: 0.25,
          housingAllowance: 0,
          foodAllowance: 0,
          taxBrackets: [
            { upTo: 25, rate: 0 },
            { upTo: null, rate: 0.1 },
          ],
        },
      },
    },
  };
  // 100 less 25 of insurance leaves 75, of which 50 are taxed at 10 %.
  const heldSlip = { gross: 100, insurance: 25, tax: 5, net: 70, lawsVersion: '1405.1' };

  test('takes the dataset at its first request', async () => {
    await pact()
      .addInteraction()
      .given('salary laws are available', { years: [1404, 1405] })
      .uponReceiving('a first request for salary laws')
      .withRequest('GET', PATH)
      .willRespondWith(200, (answer) =>
        answer.headers({ ...JSON_BODY, ...validators }).jsonBody(laws),
      )
      .executeTest(async ({ url }) => {
        const payroll = new PayrollCalculator(url);
        await expect(payroll.refresh()).resolves.toBe('updated');
        expect(payroll.minimumWageSlip(1405)).toMatchObject({ gross: 131_000_000 });
      });
  });

  test('takes a newer dataset', async () => {
    await pact()
      .addInteraction()
      .given('salary laws are available', { version: '1405.9', updatedAt: '2026-11-01' })
      .uponReceiving('a request with an entity tag of an earlier dataset')
      .withRequest('GET', PATH, (request) =>
        request.headers({ 'If-None-Match': '"an-earlier-tag"' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ ...JSON_BODY, ...validators }).jsonBody({
          ...laws,
          version: equal('1405.9'),
          updatedAt: equal('2026-11-01'),
        }),
      )
      .executeTest(async ({ url }) => {
        const payroll = new PayrollCalculator(url, { ...held, etag: '"an-earlier-tag"' });
        await expect(payroll.refresh()).resolves.toBe('updated');
        expect(payroll.minimumWageSlip(1405).lawsVersion).toBe('1405.9');
      });
  });

  test('keeps what it holds after a 304', async () => {
    await pact()
      .addInteraction()
      .given('the consumer holds the current salary laws ETag')
      .uponReceiving('a request with the current entity tag')
      .withRequest('GET', PATH, (request) =>
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact's expression, not a template
        request.headers({ 'If-None-Match': fromProviderState('${etag}', held.etag) }),
      )
      .willRespondWith(304, (answer) => answer.headers({ ETag: validators.ETag }))
      .executeTest(async ({ url }) => {
        const payroll = new PayrollCalculator(url, held);
        await expect(payroll.refresh()).resolves.toBe('unchanged');
        expect(payroll.minimumWageSlip(1405)).toEqual(heldSlip);
      });
  });

  test('keeps what it holds while the service has nothing', async () => {
    await pact()
      .addInteraction()
      .given('salary laws cannot be read')
      .uponReceiving('a request for salary laws that cannot be read')
      .withRequest('GET', PATH)
      .willRespondWith(500, (answer) =>
        answer.headers(JSON_BODY).jsonBody(error('The salary laws cannot be read.')),
      )
      .executeTest(async ({ url }) => {
        const payroll = new PayrollCalculator(url, { ...held, etag: null });
        await expect(payroll.refresh()).resolves.toBe('failed');
        expect(payroll.minimumWageSlip(1405)).toEqual(heldSlip);
        await expect(new PayrollCalculator(url).refresh()).resolves.toBe('failed');
        expect(() => new PayrollCalculator(url).minimumWageSlip(1405)).toThrow(LawsUnavailable);
      });
  });

  test('is told of a build that can be named', async () => {
    await pact()
      .addInteraction()
      .uponReceiving('a request for the version')
      .withRequest('GET', '/api/version')
      .willRespondWith(200, (answer) =>
        answer.headers(JSON_BODY).jsonBody({
          version: string('1.0.0'),
          interfaceVersion: equal('8.0.0'),
          salaryLaws: { version: string('1405.1'), revision: string('ab12') },
        }),
      )
      .executeTest(async ({ url }) => {
        const answer = await fetch(`${url}/api/version`);
        expect(await answer.json()).toHaveProperty('interfaceVersion', '8.0.0');
      });
  });
});

describe('load balancer', () => {
  const pact = () => pactOf('load-balancer', SpecificationVersion.SPECIFICATION_VERSION_V3);

  test.each([
    ['GET', 'the service is ready', 200, 1],
    ['HEAD', 'the service is ready', 200, 1],
    ['GET', 'the service is not ready', 503, 0],
    ['HEAD', 'the service is not ready', 503, 0],
    ['GET', 'the service is draining', 503, 0],
    ['HEAD', 'the service is draining', 503, 0],
    // An outage of the sources hits all backends alike and must not empty the pool.
    ['GET', 'market rates are stale', 200, 1],
  ] as const)('%s when %s', async (method, state, status, backends) => {
    await pact()
      .addInteraction()
      .given(state)
      .uponReceiving(`a ${method} poll when ${state}`)
      .withRequest(method, '/api/ready')
      .willRespondWith(status, (answer) => answer.headers({ 'Cache-Control': 'no-store' }))
      .executeTest(async ({ url }) => {
        const balancer = new LoadBalancer([url], method);
        await balancer.poll();
        expect(balancer.pool).toHaveLength(backends);
      });
  });

  test.each([
    ['the service is healthy', 200, 'ok'],
    ['the service is degraded', 503, 'degraded'],
  ] as const)('shows an operator that %s', async (state, status, word) => {
    await pact()
      .addInteraction()
      .given(state)
      .uponReceiving(`a look at health when ${state}`)
      .withRequest('GET', '/api/health')
      .willRespondWith(status, (answer) =>
        answer.headers(JSON_BODY).jsonBody({ status: equal(word), checks: like({}) }),
      )
      .executeTest(async ({ url }) => {
        const answer = await fetch(`${url}/api/health`);
        expect(answer.status).toBe(status);
      });
  });
});

// Last, since the tests before it write the pacts.
test('the pacts that are kept are the pacts that the consumers generate', async () => {
  if (process.env.UPDATE_PACTS === 'true') {
    for (const name of await readdir(book.directory)) {
      await copyFile(join(book.directory, name), join(KEPT, name));
    }
  }
  expect(await book.pacts()).toEqual(await readPacts(KEPT));
});

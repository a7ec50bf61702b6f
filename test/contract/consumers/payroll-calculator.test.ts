import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatchersV3 } from '@pact-foundation/pact';
import { ConsumerBook, error, JSON_BODY } from './consumer-book.ts';
import { LawsUnavailable, PayrollCalculator } from './payroll-calculator.ts';

const { arrayContaining, decimal, equal, fromProviderState, nullValue, number, regex, string } =
  MatchersV3;

let book: ConsumerBook;
beforeAll(async () => {
  book = await ConsumerBook.open();
});
afterAll(() => book.discard());

describe('payroll calculator', () => {
  const pact = () => book.pactOf('payroll-calculator');
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

// Last, since the tests before it write the pact.
test('the pact that is kept is the one that is generated', async () => {
  expect(await book.pacts()).toEqual(await book.kept());
});

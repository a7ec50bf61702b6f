import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatchersV3, PactV3, SpecificationVersion } from '@pact-foundation/pact';
import { CATALOGUE } from '../../../src/adapters/providers/catalogue.ts';
import { createUpstreamHttp } from '../../../src/adapters/providers/upstream-http.ts';
import { ProviderError } from '../../../src/domain/ports/rate-provider.ts';
import { RECORDED_AT } from '../../support/upstreams/index.ts';
import { COIN_LIST, CURRENCY_CODES } from '../../support/upstreams/provider-rig.ts';
import { PactBook } from '../pact-book.ts';
import type { Agreement, Exchange, MediaType } from './agreement.ts';
import { bitstamp, coinbase, coingecko, coinpaprika, kraken } from './coins.ts';
import { currencyApi, ecb, erApi, frankfurter } from './fiat.ts';
import { goldApi, nbp, swissquote } from './gold.ts';
import { nobitex, rialArchive } from './rial.ts';

const AGREEMENTS: readonly Agreement[] = [
  bitstamp,
  coinbase,
  coingecko,
  coinpaprika,
  currencyApi,
  ecb,
  erApi,
  frankfurter,
  goldApi,
  kraken,
  nbp,
  nobitex,
  rialArchive,
  swissquote,
];

const KEPT = join(import.meta.dirname, '../upstreams');

const MEDIA_TYPES: Readonly<Record<MediaType, readonly [RegExp, string]>> = {
  // A pattern must cover the whole value.
  json: [/^application\/([\w.-]+\+)?json(;.*)?$/, 'application/json'],
  xml: [/^(text|application)\/xml(;.*)?$/, 'text/xml'],
  text: [/^text\/plain(;.*)?$/, 'text/plain'],
};

/** The library's type of a template is not exported under a name. */
type JsonBody = NonNullable<Parameters<PactV3['willRespondWith']>[0]['body']>;

const clock = { now: () => RECORDED_AT };

let book: PactBook;
beforeAll(async () => {
  book = new PactBook(await PactBook.folder(), KEPT);
});
afterAll(() => book.discard());

const interactionOf = (exchange: Exchange) => {
  const { description, state, path, query, status = 200, headers, mediaType = 'json' } = exchange;
  const [pattern, example] = MEDIA_TYPES[mediaType];
  return {
    states: state === undefined ? [] : [{ description: state }],
    uponReceiving: description,
    withRequest: { method: 'GET', path, ...(query && { query }) },
    willRespondWith: {
      status,
      headers: { ...headers, 'Content-Type': MatchersV3.regex(pattern, example) },
      body: exchange.body as JsonBody,
      ...(mediaType !== 'json' && { contentType: example }),
    },
  };
};

/**
 * The real adapter, asked once, on the mock server's origin. Requests beside the one that fails a
 * poll are let end, so that the mock server has seen all of them.
 */
async function poll(name: string, origin: string) {
  const definition = CATALOGUE.find(({ profile }) => profile.name === name);
  if (!definition) throw new Error(`the catalogue has no ${name}`);
  const http = createUpstreamHttp({ version: '0.0.0', clock });
  const requests: Promise<unknown>[] = [];
  try {
    const provider = definition.create({
      http: {
        get: (request) => {
          const answer = http.get(request);
          requests.push(answer);
          return answer;
        },
        close: () => http.close(),
      },
      origin,
      clock,
      currencies: CURRENCY_CODES,
      coins: COIN_LIST,
    });
    return await provider.poll(AbortSignal.timeout(5_000), []);
  } finally {
    await Promise.allSettled(requests);
    http.close();
  }
}

describe.each(AGREEMENTS.map((agreement) => [agreement.provider, agreement] as const))(
  '%s',
  (provider, { cases }) => {
    test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
      const pact = new PactV3({
        consumer: 'reference-data-service',
        provider,
        dir: book.directory,
        spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
        logLevel: 'error',
      });
      for (const exchange of each.exchanges) {
        const interaction = interactionOf(exchange);
        pact.addInteraction(interaction);
        const { rules } = exchange;
        if (rules) pact.withResponseMatchingRules(interaction.withRequest, { body: rules });
      }
      await pact.executeTest(async ({ url }) => {
        const { outcome } = each;
        if (typeof outcome === 'string') {
          const error: unknown = await poll(provider, url).catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(ProviderError);
          expect(error).toMatchObject({ code: outcome });
        } else {
          const { quotes } = await poll(provider, url);
          expect(quotes.map(({ instrument }) => instrument).toSorted()).toEqual(
            [...outcome].toSorted(),
          );
        }
      });
    });
  },
);

test('every provider of the catalogue has an agreement', () => {
  expect(AGREEMENTS.map(({ provider }) => provider).toSorted()).toEqual(
    CATALOGUE.map(({ profile }) => profile.name).toSorted(),
  );
});

// Last, since the tests before it write the pacts.
test('the pacts that are kept are the pacts that the adapters generate', async () => {
  expect(await book.pacts()).toEqual(await book.kept());
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import type { Instrument } from '../../../../src/domain/market/instrument.ts';
import type {
  ProviderFailure,
  ProviderReport,
} from '../../../../src/domain/ports/rate-provider.ts';
import type { UpstreamServer } from '../../../support/upstreams/index.ts';
import {
  type ProviderRig,
  quoteOf,
  startProvider,
} from '../../../support/upstreams/provider-rig.ts';

const REPRESENTATIVE: Readonly<Record<string, Instrument>> = {
  frankfurter: 'currency:EUR',
  'currency-api': 'currency:EUR',
  ecb: 'currency:JPY',
  'er-api': 'currency:EUR',
  coingecko: 'crypto:BTC',
  coinpaprika: 'crypto:BTC',
  bitstamp: 'crypto:BTC',
  coinbase: 'crypto:BTC',
  kraken: 'crypto:BTC',
  'gold-api': 'metal:XAU',
  swissquote: 'metal:XAU',
  nbp: 'metal:XAU',
  nobitex: 'irr:market',
  'rial-archive': 'irr:market',
};

const FAULTS: readonly [string, (server: UpstreamServer) => void, ProviderFailure][] = [
  ['a 500', (server) => server.status(500), 'http-status'],
  ['a 429', (server) => server.status(429, { 'retry-after': '30' }), 'rate-limited'],
  ['a 403', (server) => server.status(403), 'blocked'],
  ['a 451', (server) => server.status(451), 'blocked'],
  ['a redirect', (server) => server.redirect(), 'redirect'],
  ['a hang', (server) => server.hang(), 'timeout'],
  ['a drip', (server) => server.drip(20), 'timeout'],
  ['HTML with status 200', (server) => server.html(), 'content-type'],
  ['another type', (server) => server.wrongType(), 'content-type'],
  ['half a document', (server) => server.truncate('document'), 'malformed'],
  ['a cut connection', (server) => server.truncate('connection'), 'malformed'],
  ['an empty body', (server) => server.send(''), 'malformed'],
  ['a body without end', (server) => server.flood(), 'too-large'],
  ['a compressed body without end', (server) => server.flood(true), 'too-large'],
  ['another document', (server) => server.send('"hello"'), 'unexpected-shape'],
];

/** The report of a poll; empty where nothing was left to quote. */
const reportOf = async (rig: ProviderRig): Promise<ProviderReport> =>
  rig.poll().catch((error: { code?: string }) => {
    expect(error.code).toBe('no-data');
    return { quotes: [], refused: [] };
  });

test('every provider of the catalogue is put to the test', () => {
  expect(Object.keys(REPRESENTATIVE).toSorted()).toEqual(
    CATALOGUE.map(({ profile }) => profile.name).toSorted(),
  );
});

describe.each(Object.entries(REPRESENTATIVE))('%s', (name, instrument) => {
  let rig: ProviderRig;

  beforeEach(async () => {
    rig = await startProvider(name);
  });
  afterEach(() => rig.close());

  test('quotes every instrument once, with a finite value above zero, not from the future', async () => {
    const { quotes, refused } = await rig.poll();
    expect(refused).toEqual([]);
    expect(quotes.map((quote) => quote.instrument)).toContain(instrument);
    expect(new Set(quotes.map((quote) => quote.instrument)).size).toBe(quotes.length);
    for (const { value, observedAt, change } of quotes) {
      expect(value).toBeGreaterThan(0);
      expect(observedAt).toBeLessThanOrEqual(rig.clock.now());
      expect(observedAt).toBeGreaterThan(rig.clock.now() - 7 * 86_400_000);
      expect(Math.abs(change?.percent ?? 0)).toBeLessThan(10);
    }
  });

  test('asks no more than its budget says', async () => {
    await rig.poll();
    expect(rig.server.calls.count).toBeLessThanOrEqual(rig.definition.profile.budget.callsPerPoll);
  });

  test.each(FAULTS)('%s', async (_fault, strike, code) => {
    strike(rig.server);
    // An XML parser is told nothing by a JSON string but that it is no XML.
    const expected = name === 'ecb' && code === 'unexpected-shape' ? 'malformed' : code;
    const error = await rig.failure(code === 'timeout' ? 150 : 2_000);
    expect(error.code).toBe(expected);
    expect(error.retryAfterMs).toBe(code === 'rate-limited' ? 30_000 : undefined);
    expect(error.message).not.toMatch(/\?|https?:|browser|hello|status 500"/);
    rig.server.recover();
    expect(quoteOf(await rig.poll(), instrument)).toBeDefined();
  });

  test.each([
    ['zero', () => 0],
    ['a negative', (value: number) => -value],
    ['the string "NaN"', () => 'NaN'],
    ['a dash', () => '-'],
    ['an empty string', () => ''],
    ['null', () => null],
    ['an object', () => ({})],
  ])('%s is not quoted', async (_name, alter) => {
    rig.server.change(instrument, alter);
    expect(quoteOf(await reportOf(rig), instrument)).toBeUndefined();
  });

  test('a missing instrument is not quoted', async () => {
    rig.server.drop(instrument);
    expect(quoteOf(await reportOf(rig), instrument)).toBeUndefined();
  });
});

test('a connection to a host that hangs does not outlive the poll', async () => {
  const rig = await startProvider('coingecko');
  rig.server.hang();
  await rig.failure(100);
  while ((await rig.server.connections()) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await rig.close();
});

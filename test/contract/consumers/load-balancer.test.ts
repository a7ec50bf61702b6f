import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatchersV3, SpecificationVersion } from '@pact-foundation/pact';
import { ConsumerBook, JSON_BODY } from './consumer-book.ts';
import { LoadBalancer } from './load-balancer.ts';

const { equal, like } = MatchersV3;

let book: ConsumerBook;
beforeAll(async () => {
  book = await ConsumerBook.open();
});
afterAll(() => book.discard());

describe('load balancer', () => {
  const pact = () => book.pactOf('load-balancer', SpecificationVersion.SPECIFICATION_VERSION_V3);

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

// Last, since the tests before it write the pact.
test('the pact that is kept is the one that is generated', async () => {
  expect(await book.pacts()).toEqual(await book.kept());
});

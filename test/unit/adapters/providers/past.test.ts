import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CATALOGUE } from '../../../../src/adapters/providers/catalogue.ts';
import { type ProviderRig, startProvider } from '../../../support/upstreams/provider-rig.ts';

const REPLICAS = 3;
const HOUR_MS = 3_600_000;

describe.each(CATALOGUE.map(({ profile }) => profile.name))('%s', (name) => {
  let rig: ProviderRig | undefined;

  afterEach(() => rig?.close());

  /** The requests of a run of polls, each by the replica of that number, some hours apart. */
  const requestsOf = async (turns: readonly { replica: number; hours: number }[]) => {
    rig = await startProvider(name);
    const replicas = Array.from({ length: REPLICAS }, () => rig?.create());
    for (const { replica, hours } of turns) {
      rig.clock.time += hours * HOUR_MS;
      await rig.poll(5_000, replicas[replica]);
    }
    const { urls } = rig.server.calls;
    await rig.close();
    return urls.length;
  };

  test('is asked by replicas that take turns no more often than by one', async () => {
    const turns = fc.array(
      fc.record({ replica: fc.nat(REPLICAS - 1), hours: fc.constantFrom(0, 1, 12, 30) }),
      { minLength: 2, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(turns, async (shared) => {
        const alone = shared.map((turn) => ({ ...turn, replica: 0 }));
        expect(await requestsOf(shared)).toBe(await requestsOf(alone));
      }),
      { numRuns: 10 },
    );
  });
});

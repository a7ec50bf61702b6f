import { describe, it } from '@jest/globals';

const required = process.env.REQUIRE_CONTAINERS === '1';

/**
 * A suite that needs what not every machine has. Where it is missing the suite is skipped by name, with
 * the reason; where `REQUIRE_CONTAINERS=1` is set, as `.ci/run` does, it fails, since there a skipped
 * suite proves nothing. `CI` alone does not say so: many set it on machines that were never meant to
 * run containers.
 * @param reason what is missing; undefined where nothing is.
 */
export const describeUnless =
  (reason: string | undefined) =>
  (name: string, suite: () => void): void => {
    if (reason === undefined) {
      describe(name, suite);
    } else if (required) {
      describe(name, () => {
        it('needs what is missing here', () => {
          throw new Error(`${reason}, and this run requires it`);
        });
      });
    } else {
      describe.skip(`${name} (skipped: ${reason})`, suite);
    }
  };

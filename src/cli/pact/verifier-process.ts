import { once } from 'node:events';
import pact, { type VerifierOptions } from '@pact-foundation/pact-core';

/**
 * The process in which the verifier runs: takes its options as a message, and gives the result, JSON
 * text, as another. A failed verification comes as an error with that text.
 */
const [options] = (await once(process, 'message')) as [VerifierOptions];
const result = await pact.default
  .verifyPacts(options)
  .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
process.send?.(result, () => process.exit(0));

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { VerifierOptions } from '@pact-foundation/pact-core';
import { z } from 'zod';

/** One way in which an answer is not what was expected. */
const mismatch = z.object({
  type: z.string(),
  /** The verifier's sentence. */
  mismatch: z.string(),
  /** JSONPath into the body. */
  path: z.string().optional(),
});

const interactionResult = z.object({
  /** A broker's. */
  interactionId: z.string().nullish(),
  consumer: z.string(),
  provider: z.string(),
  description: z.string(),
  providerStates: z.array(z.string()),
  result: z.string(),
  pending: z.boolean(),
  mismatch: z
    .object({
      message: z.string().optional(),
      mismatches: z.array(mismatch).optional(),
    })
    .optional(),
});

const verification = z.object({
  /** Whether everything that is not pending holds. */
  result: z.boolean(),
  interactionResults: z.array(interactionResult),
  /** Troubles beside the interactions, such as a pact that could not be loaded, among them. */
  errors: z.array(
    z.object({ interaction: z.string(), mismatch: z.object({ message: z.string().optional() }) }),
  ),
  /** The verifier's own account, line by line. */
  output: z.array(z.string()),
});

export type InteractionResult = z.infer<typeof interactionResult>;
export type Verification = z.infer<typeof verification>;

/** The verifier itself broke; no word on the pact. */
export class VerifierError extends Error {
  readonly code = 'verifier';
}

/**
 * What would steer the verifier past the options it is given: it looks for a broker of its own accord,
 * and for a proxy even on the way to loopback.
 */
const STEERING = /^(PACT_BROKER_.*|PACT_PROVIDER.*|PACT_URL)$/;

/**
 * Runs Pact's verifier in a process of its own: its native library writes to the standard output as
 * it pleases, and takes its settings from the environment.
 * @throws {VerifierError} if it breaks.
 */
export async function verify(options: VerifierOptions): Promise<Verification> {
  const child = fork(new URL('verifier-process.ts', import.meta.url), {
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !STEERING.test(name))),
      PACT_DO_NOT_TRACK: 'true',
      NO_PROXY: [process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(','),
    },
    // Options such as a debugger's port are not meant for it.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said = Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  );
  let answer: unknown;
  child.on('message', (message) => {
    answer = message;
  });
  child.send(options);
  await once(child, 'exit');
  const output = (await said).join('\n');
  const parsed = verification.safeParse(parseAnswer(answer));
  if (!parsed.success) {
    throw new VerifierError(`the Pact verifier gave no result; its last words:\n${tail(output)}`);
  }
  return parsed.data;
}

function parseAnswer(answer: unknown): unknown {
  try {
    return JSON.parse(String(answer));
  } catch {
    return undefined;
  }
}

const tail = (output: string): string => output.trim().split('\n').slice(-5).join('\n');

import { styleText } from 'node:util';
import { PROVIDER_STATES } from '../provider-states/catalogue.ts';
import { recognise } from '../provider-states/recognition.ts';
import type { StateFault } from '../provider-states/stage.ts';
import type { InteractionResult, Verification } from './verification.ts';

export type Verdict = 'holds' | 'fails' | 'pending';

/** One interaction as it is told. */
export interface ReportedInteraction {
  /** A broker's name for it. */
  readonly id: string | undefined;
  readonly consumer: string;
  readonly provider: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly verdict: Verdict;
  /** What is wrong, a line or more each. */
  readonly reasons: readonly string[];
  /** It names a state that there is not, so that its author wants to see those that there are. */
  readonly namesUnknownState: boolean;
}

/**
 * @param faults which interaction's states could not be had; see `startStage`.
 * @param isPending whether the whole pact is.
 */
export function interpret(
  { interactionResults }: Verification,
  faults: readonly StateFault[],
  isPending = false,
): readonly ReportedInteraction[] {
  return interactionResults.map((result, index) => {
    const { consumer, provider, description, providerStates } = result;
    const ownFaults = faults.filter(({ interaction }) => interaction === index);
    return {
      id: result.interactionId || undefined,
      consumer,
      provider,
      description,
      states: providerStates.filter((name) => name !== ''),
      verdict: verdictOf({ ...result, pending: result.pending || isPending }),
      reasons:
        ownFaults.length > 0
          ? ownFaults.map(({ message }) => message)
          : reasonsOf(result).map(shortened),
      namesUnknownState: ownFaults.some(({ isUnknown }) => isUnknown),
    };
  });
}

function verdictOf({ result, pending }: InteractionResult): Verdict {
  if (result === 'OK') return 'holds';
  return pending ? 'pending' : 'fails';
}

function reasonsOf({ result, mismatch, providerStates }: InteractionResult): readonly string[] {
  if (result === 'OK') return [];
  if (!mismatch?.mismatches) return [mismatch?.message ?? result];
  const reasons = mismatch.mismatches.map(({ path, mismatch: sentence }) =>
    path === undefined || path === '' ? sentence : `${path}: ${sentence}`,
  );
  const isUnmet304 = mismatch.mismatches.some(
    ({ type, mismatch: sentence }) =>
      type === 'StatusMismatch' && sentence.includes('expected 304'),
  );
  if (!isUnmet304 || providerStates.some(isAboutTag)) return reasons;
  return [
    ...reasons,
    'no pact can know the entity tag in service: name the state "the consumer holds the current salary laws ETag"',
  ];
}

/** A mismatch may quote a whole answer; what was expected stands at its end. */
const SHOWN_LENGTH = 300;

function shortened(reason: string): string {
  const line = (text: string) => {
    if (text.length <= SHOWN_LENGTH) return text;
    const half = SHOWN_LENGTH / 2;
    return `${text.slice(0, half)} … ${text.slice(-half)}`;
  };
  return reason.split('\n').map(line).join('\n');
}

function isAboutTag(name: string): boolean {
  try {
    return recognise(name).some(({ state }) => state.claims.consumerHolds !== undefined);
  } catch {
    return false;
  }
}

const MARKS = { holds: ['green', '✓'], fails: ['red', '✗'], pending: ['yellow', '○'] } as const;

const KNOWN_STATES = [
  'The provider states are these; docs/contracts.md says what each shows and what else it may be called:',
  ...PROVIDER_STATES.map(({ name }) => `  ${name}`),
];

/** The result for people, a block per pact. */
export function lines(interactions: readonly ReportedInteraction[]): readonly string[] {
  const byPact = Map.groupBy(interactions, ({ consumer, provider }) => `${consumer} → ${provider}`);
  const blocks = [...byPact].flatMap(([pact, those]) => [
    '',
    styleText('bold', pact),
    ...those.flatMap(interactionLines),
  ]);
  const hasUnknown = interactions.some(({ namesUnknownState }) => namesUnknownState);
  return [...blocks, ...(hasUnknown ? ['', ...KNOWN_STATES] : []), '', summary(interactions)];
}

function interactionLines({ description, states, verdict, reasons }: ReportedInteraction) {
  const [colour, mark] = MARKS[verdict];
  const given = states.length > 0 ? styleText('dim', `  given ${states.join(' and ')}`) : '';
  const suffix = verdict === 'pending' ? ' (pending: does not count)' : '';
  return [
    `  ${styleText(colour, mark)} ${description}${suffix}${given}`,
    ...reasons.flatMap((reason) => reason.split('\n').map((line) => `      ${line}`)),
  ];
}

function summary(interactions: readonly ReportedInteraction[]): string {
  const count = (verdict: Verdict) =>
    interactions.filter((interaction) => interaction.verdict === verdict).length;
  const pending = count('pending');
  const parts = [
    `${interactions.length} ${interactions.length === 1 ? 'interaction' : 'interactions'}`,
    `${count('holds')} hold`,
    `${count('fails')} fail`,
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
  return parts.join(', ');
}

import { overAsked, type PollPlan } from '../../domain/market/poll-budget.ts';
import { table } from '../table.ts';

const HEADINGS = [
  'source',
  'every (s)',
  'good for (s)',
  'calls a poll',
  'calls a day',
  'worst day',
  'allowed a day',
  'the allowance',
];

/** The schedule of a day as a person reads it. */
export const planInWords = (plans: readonly PollPlan[], ttlMs: number): readonly string[] => [
  `The schedule of a day under traffic around the clock, at MARKET_TTL_SECONDS=${ttlMs / 1000}.`,
  'Without requests no source is asked. Replicas on one Redis share these calls; replicas with caches',
  'of their own make them once each.',
  '',
  ...table(
    [HEADINGS, ...plans.map(rowOf)],
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
  ),
  '',
  'calls a day: the most of a healthy day. worst day: a source that fails and recovers as unluckily as it',
  'can; one that stays down is asked less often. A poll whose host fails may ask its second host as well.',
  ...beyond(plans),
  ...held(plans),
];

const rowOf = (plan: PollPlan): string[] => [
  plan.source,
  seconds(plan.intervalMs),
  seconds(plan.validForMs),
  `${plan.callsPerPoll}`,
  count(plan.callsPerDay),
  count(plan.callsPerDayAtWorst),
  plan.allowance ? count(plan.allowance.callsPerDayAllowed) : 'own origin',
  plan.allowance?.allowanceSource ?? 'an origin of your own; no published limit applies',
];

/** Days that cost more than is allowed, said plainly and not left to be read from two columns. */
const beyond = (plans: readonly PollPlan[]): readonly string[] =>
  plans.flatMap(({ source, callsPerDay, callsPerDayAtWorst, allowance }) => {
    if (!allowance || callsPerDayAtWorst <= allowance.callsPerDayAllowed) return [];
    const which =
      callsPerDay > allowance.callsPerDayAllowed ? 'every day' : 'on its worst day only';
    const most = count(
      callsPerDay > allowance.callsPerDayAllowed ? callsPerDay : callsPerDayAtWorst,
    );
    return [
      '',
      `${source} could be asked ${most} times, of ${count(allowance.callsPerDayAllowed)} allowed, ${which}.`,
    ];
  });

const held = (plans: readonly PollPlan[]): readonly string[] => {
  const lines = overAsked(plans).map(
    ({ source, asked, allowance, intervalMs, validForMs }) =>
      `  ${source}: asked for every ${seconds(asked?.intervalMs ?? intervalMs)} s, ` +
      `${count(asked?.callsPerDay ?? 0)} calls a day of ${count(allowance?.callsPerDayAllowed ?? 0)} allowed; ` +
      `asked every ${seconds(intervalMs)} s instead, its values up to ${seconds(validForMs)} s old`,
  );
  if (lines.length === 0) return [];
  return ['', 'MARKET_TTL_SECONDS asks for more than is allowed and is not granted:', ...lines];
};

const seconds = (ms: number): string => (ms / 1000).toLocaleString('en-US');
const count = (calls: number): string => calls.toLocaleString('en-US');

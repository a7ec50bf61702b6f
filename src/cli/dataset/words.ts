import type { ValuedMember } from '../../domain/salary-laws/canonical.ts';
import type { TaxBracket } from '../../domain/salary-laws/dataset.ts';
import { MEMBERS, type Unit } from '../../domain/salary-laws/members.ts';

const SUFFIX: Readonly<Partial<Record<Unit, string>>> = {
  'rial/month': ' rial per month',
  'rial/day': ' rial per day',
  multiple: ' times the ordinary hour',
  'hours/week': ' hours per week',
};

export const amount = (value: number): string => value.toLocaleString('en-US');

const percent = (fraction: number): string =>
  `${(fraction * 100).toLocaleString('en-US', { maximumFractionDigits: 2 })} %`;

/** `0 % up to 400,000,000; 10 % up to 800,000,000; 30 % above`. */
const scale = (brackets: readonly TaxBracket[]): string =>
  brackets
    .map(
      ({ upTo, rate }) => `${percent(rate)} ${upTo === null ? 'above' : `up to ${amount(upTo)}`}`,
    )
    .join('; ');

/** A published value as people read it, with its unit. */
export const valueInWords = (member: ValuedMember, value: unknown): string => {
  const { unit } = MEMBERS[member];
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return scale(value as readonly TaxBracket[]);
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, fraction]) => `${name} ${percent(Number(fraction))}`)
      .join('; ');
  }
  if (unit === 'fraction') return percent(Number(value));
  return `${amount(Number(value))}${SUFFIX[unit] ?? ''}`;
};

/** `+2,000,000 (+9.1 %)`; empty where one side is no number. */
export const stepInWords = (before: unknown, after: unknown): string => {
  if (typeof before !== 'number' || typeof after !== 'number') return '';
  const step = after - before;
  const sign = step > 0 ? '+' : '';
  const share = before === 0 ? '' : ` (${sign}${((step / before) * 100).toFixed(1)} %)`;
  return `${sign}${step.toLocaleString('en-US', { maximumFractionDigits: 4 })}${share}`;
};

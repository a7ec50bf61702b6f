import { table } from '../table.ts';
import { type Coverage, uncovered } from './coverage.ts';
import { type Deviation, type Finding, nameOf } from './finding.ts';

const HEADINGS = [
  'source',
  'on',
  'reachable',
  'latency (ms)',
  'as of (UTC)',
  'instruments',
  'median off',
  'worst off',
  'verdict',
];

/** The findings as a person reads them: a table, then what each group rests on. */
export const surveyInWords = (
  findings: readonly Finding[],
  parts: readonly Coverage[],
): readonly string[] => [
  ...table(
    [HEADINGS, ...findings.map(rowOf)],
    ['left', 'left', 'left', 'right', 'left', 'right', 'right', 'left', 'left'],
  ),
  '',
  ...parts.map(partInWords),
  ...missingInWords(uncovered(parts)),
];

const rowOf = (finding: Finding): string[] => [
  finding.source,
  finding.enabled ? 'yes' : 'no',
  finding.reachable ? 'yes' : 'no',
  Math.round(finding.latencyMs).toString(),
  finding.asOf === null ? '-' : utc(finding.asOf),
  finding.instruments.length.toString(),
  finding.deviation ? percent(finding.deviation.median) : '-',
  finding.deviation ? worstOf(finding.deviation) : '-',
  finding.reason === null ? finding.verdict : `${finding.verdict}: ${finding.reason}`,
];

const worstOf = ({ worst }: Deviation): string =>
  `${percent(worst.fraction)} ${nameOf(worst.instrument)}`;

/** To the minute; a source that dates by day alone stands at 00:00. */
const utc = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)} %`;

const partInWords = ({ part, sources, switchedOff }: Coverage): string => {
  const given = sources.length > 0 ? sources.join(', ') : 'no source';
  return `${part}: ${given}${switchedOff.length > 0 ? ` (switched off: ${switchedOff.join(', ')})` : ''}`;
};

const missingInWords = (missing: readonly Coverage[]): readonly string[] =>
  missing.length === 0
    ? []
    : ['', `Without a source: ${missing.map(({ part }) => part).join(', ')}.`];

/** The findings for programs: times as ISO 8601 in UTC, deviations as fractions. */
export const surveyAsJson = (findings: readonly Finding[], parts: readonly Coverage[]): string =>
  JSON.stringify(
    {
      sources: findings.map(({ asOf, oldest, latencyMs, ...finding }) => ({
        ...finding,
        latencyMs: Math.round(latencyMs),
        asOf: isoOrNull(asOf),
        oldest: isoOrNull(oldest),
      })),
      coverage: parts,
      complete: uncovered(parts).length === 0,
    },
    undefined,
    2,
  );

const isoOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

import type { ValidSalaryLaws } from '../../domain/salary-laws/dataset.ts';
import {
  type Difference,
  difference,
  isEmpty,
  REFERENCE_WORKERS,
  takeHome,
  type ValueChange,
} from '../../domain/salary-laws/difference.ts';
import { MEMBERS } from '../../domain/salary-laws/members.ts';
import { amount, stepInWords, valueInWords } from './words.ts';

/**
 * What changed, for whom, and in money: Markdown that reads well in a terminal and in the change
 * log alike. Empty where nothing changed.
 */
export const changesInWords = (before: ValidSalaryLaws, after: ValidSalaryLaws): string[] => {
  const found = difference(before, after);
  if (isEmpty(found)) return [];
  const lines: string[] = [];
  for (const year of found.yearsAdded) lines.push(`- The year ${year} is new.`);
  for (const year of found.yearsRemoved) lines.push(`- The year ${year} is no longer there.`);
  for (const what of found.other) lines.push(`- \`${what}\` changed.`);
  const years = [...new Set(found.values.map(({ year }) => year))];
  for (const year of years) {
    lines.push(...(lines.length > 0 ? [''] : []), `### ${year}`, '');
    lines.push(...found.values.filter((change) => change.year === year).map(changeInWords));
    lines.push('', ...takeHomeTable(year, before, after));
  }
  lines.push(...provenanceInWords(found));
  return lines;
};

const changeInWords = ({ member, before, after }: ValueChange): string => {
  const { label, concerns } = MEMBERS[member];
  const step = stepInWords(before, after);
  const values = `${valueInWords(member, before)} → ${valueInWords(member, after)}`;
  return `- ${label} (\`${member}\`): ${values}${step === '' ? '' : `, ${step}`}. Concerns ${concerns}.`;
};

const takeHomeTable = (year: string, before: ValidSalaryLaws, after: ValidSalaryLaws): string[] => {
  const [old, now] = [before.years[year], after.years[year]];
  if (!old || !now) return [];
  return [
    'Take-home pay in rial per month, by the reference calculation:',
    '',
    '| Worker | before | after | change |',
    '| --- | ---: | ---: | ---: |',
    ...REFERENCE_WORKERS.map((worker) => {
      const [paid, pays] = [takeHome(old, worker), takeHome(now, worker)];
      return `| ${worker.label} | ${amount(paid)} | ${amount(pays)} | ${stepInWords(paid, pays)} |`;
    }),
  ];
};

const provenanceInWords = ({ provenance }: Difference): string[] => {
  if (provenance.length === 0) return [];
  const list = provenance.map(({ year, member }) => `${year} \`${member}\``).join(', ');
  return ['', `Legal references restated, values unchanged: ${list}.`];
};

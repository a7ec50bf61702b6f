import { VALUED_MEMBERS } from '../../domain/salary-laws/canonical.ts';
import type { SalaryYear } from '../../domain/salary-laws/dataset.ts';
import { REFERENCE_WORKERS, takeHome } from '../../domain/salary-laws/difference.ts';
import { MEMBERS } from '../../domain/salary-laws/members.ts';
import { table } from '../table.ts';
import { changesInWords } from './changes.ts';
import { CommandFailure, type Context } from './context.ts';
import { loadEarlier, loadFolder } from './load.ts';
import { amount, valueInWords } from './words.ts';

/** Says that the dataset is sound, or all that is wrong with it. */
export const check = async (context: Context): Promise<void> => {
  const { manifest, published, releases } = await loadFolder(context, { sealed: true });
  const years = Object.keys(published.laws.years);
  context.print(
    `Sound: version ${manifest.version} of ${manifest.updatedAt}, years ${years.at(0)} to ` +
      `${years.at(-1)}, ${releases.length} released version${releases.length === 1 ? '' : 's'}.`,
  );
  context.print(`Revision ${published.revision}, ${Buffer.byteLength(published.body)} bytes.`);
};

/** What the folder changes against an earlier version. */
export const diff = async (context: Context, name: string): Promise<void> => {
  const folder = await loadFolder(context, { sealed: false });
  const earlier = await loadEarlier(context, folder, name);
  const lines = changesInWords(earlier, folder.published.laws);
  if (lines.length === 0) context.print(`Nothing has changed since ${name}.`);
  for (const line of lines) context.print(line);
};

/** One year as a person reads it. */
export const show = async (context: Context, year: string): Promise<void> => {
  const { published } = await loadFolder(context, { sealed: false });
  const laws = published.laws;
  // Own years alone: `constructor` is a member of every object.
  const entry = Object.hasOwn(laws.years, year) ? laws.years[year] : undefined;
  if (!entry) {
    const known = Object.keys(laws.years).join(', ');
    throw new CommandFailure(2, `There is no year "${year}". Years: ${known}.`);
  }
  const { effectiveFrom: from, effectiveTo: to } = entry;
  context.print(
    `${year}: ${from.jalali} to ${to.jalali} (${from.gregorian} to ${to.gregorian}), version ${laws.version}`,
  );
  context.print('');
  for (const line of table(valueRows(entry), ['left', 'left', 'left', 'left'])) context.print(line);
  context.print('');
  for (const line of table(scaleRows(entry), ['right', 'right', 'right'])) context.print(line);
  context.print('');
  context.print('Take-home pay in rial per month, by the reference calculation:');
  const rows = REFERENCE_WORKERS.map((worker) => [worker.label, amount(takeHome(entry, worker))]);
  for (const line of table(rows, ['left', 'right'])) context.print(`  ${line}`);
};

const valueRows = (entry: SalaryYear): string[][] => [
  ['Value', 'Amount', 'Confidence', 'Rests on'],
  ...VALUED_MEMBERS.filter((member) => !MEMBERS[member].unit.startsWith('scale')).map((member) => {
    const provenance = entry.provenance[member];
    const law = [provenance?.instrument, provenance?.number, provenance?.date?.jalali];
    return [
      MEMBERS[member].label,
      valueInWords(member, entry[member]),
      provenance?.confidence ?? '',
      law.filter((part) => part !== undefined).join(', '),
    ];
  }),
];

const scaleRows = (entry: SalaryYear): string[][] => [
  ['Taxable per month, up to', 'per year, up to', 'rate'],
  ...entry.taxBrackets.map(({ upTo, rate }, index) => {
    const yearly = entry.taxBracketsAnnual[index]?.upTo ?? null;
    const bound = (value: number | null): string => (value === null ? 'and above' : amount(value));
    return [bound(upTo), bound(yearly), `${Math.round(rate * 1000) / 10} %`];
  }),
];

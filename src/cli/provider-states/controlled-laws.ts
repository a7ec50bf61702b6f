import { sha256 } from '../../adapters/digest/sha256.ts';
import type { DatasetReading, DatasetSource } from '../../domain/ports/dataset-source.ts';
import type {
  SalaryYear,
  ValidPublication,
  ValidSalaryLaws,
} from '../../domain/salary-laws/dataset.ts';
import { publish } from '../../domain/salary-laws/publication.ts';
import type { LawsAlteration, Scene } from './scene.ts';

/**
 * A source of one dataset that is sound, at fault while the last good one is remembered, or gone.
 * @param now Unix ms of the scene, which no version is published after.
 */
export function controlledLaws(
  real: ValidPublication,
  { salaryLaws, laws, upkeepFails }: Pick<Scene, 'salaryLaws' | 'laws' | 'upkeepFails'>,
  now: number,
): DatasetSource {
  const published = alter(real, laws, now);
  return {
    name: 'directory',
    location: 'memory',
    manifest: 'manifest.json',
    pollAfterMs: () => Number.MAX_SAFE_INTEGER,
    read: async (): Promise<DatasetReading> => {
      const reason = 'the files cannot be read';
      if (salaryLaws === 'unreadable') return { outcome: 'unreachable', reason };
      if (upkeepFails) return { outcome: 'unreachable', reason, lastGood: published };
      return { outcome: 'read', published };
    },
  };
}

function alter(real: ValidPublication, { version, updatedAt, years }: LawsAlteration, now: number) {
  const laws: ValidSalaryLaws = {
    ...real.laws,
    ...(version !== undefined && { version }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(years !== undefined && { years: chosenYears(real.laws.years, years) }),
  };
  const publishedAt =
    updatedAt === undefined ? real.publishedAt : Math.min(Date.parse(updatedAt), now);
  return publish(laws, publishedAt, sha256);
}

function chosenYears(
  known: Readonly<Record<string, SalaryYear>>,
  years: readonly number[],
): Record<string, SalaryYear> {
  const latest = Object.values(known).at(-1);
  if (!latest) throw new Error('the dataset of this repository holds no year');
  return Object.fromEntries(
    years.map((year) => [String(year), known[year] ?? { ...latest, year }]),
  );
}

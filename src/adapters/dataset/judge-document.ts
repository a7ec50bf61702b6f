import type { Digest } from '../../domain/ports/dataset-digest.ts';
import type { PublishedSalaryLaws, SalaryLaws } from '../../domain/salary-laws/dataset.ts';
import { FaultList } from '../../domain/salary-laws/fault.ts';
import { publish } from '../../domain/salary-laws/publication.ts';
import { judgeYears } from './judge-years.ts';
import { schemaFaults } from './schema.ts';
import { parseStrictJson } from './strict-json.ts';

/** The published document, as faults name it. */
export const DOCUMENT = 'salary-laws';

export type DocumentJudgement =
  | { readonly sound: true; readonly published: PublishedSalaryLaws }
  | { readonly sound: false; readonly faults: FaultList };

/**
 * Judges a published document by the same rules as a folder. Its instant is not in it: it comes
 * with it, as `Last-Modified`.
 */
export const judgeDocument = (
  text: string,
  lastModified: string | undefined,
  digest: Digest,
): DocumentJudgement => {
  const { value, faults: found } = parseStrictJson(text, DOCUMENT);
  const faults = new FaultList().add(found);
  const publishedAt = instantOf(lastModified);
  if (publishedAt === undefined) {
    faults.add([
      {
        file: DOCUMENT,
        path: '',
        value: lastModified,
        expected: 'a Last-Modified header with a date of RFC 9110, section 5.6.7',
      },
    ]);
  }
  if (value === undefined) return { sound: false, faults };
  // Entries are held against their own schema below, with what it finds sound going on to the rules.
  const head = schemaFaults('published', value, DOCUMENT).filter(
    ({ path }) => !/^\/years\/\d{4}(\/|$)/.test(path),
  );
  const laws = value as SalaryLaws;
  const years = head.some(({ path }) => path === '' || path === '/years') ? {} : laws.years;
  const place = (key: string) => ({ file: DOCUMENT, path: `/years/${key}` });
  const updatedAt = head.some(({ path }) => path === '/updatedAt') ? undefined : laws?.updatedAt;
  const judged = judgeYears(
    Object.entries(years).map(([key, entry]) => ({ key, value: entry, at: place(key) })),
    Object.keys(years),
    place,
    updatedAt,
  );
  faults.add(head).add(judged.faults);
  if (publishedAt === undefined || faults.count > 0) return { sound: false, faults };
  return { sound: true, published: publish({ ...laws, years: judged.years }, publishedAt, digest) };
};

/** Unix ms of an HTTP date in its one preferred form; undefined for anything else. */
const instantOf = (header: string | undefined): number | undefined => {
  const time = Date.parse(header ?? '');
  return new Date(Number.isNaN(time) ? 0 : time).toUTCString() === header ? time : undefined;
};

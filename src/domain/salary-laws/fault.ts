/** Where something stands in a dataset. */
export interface Place {
  /** The dataset's own relative name, such as `years/1405.json`; never a path of the machine. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) to the value inside the file; empty for the file as a whole. */
  readonly path: string;
}

/** One thing that is wrong with a dataset, in words that a person can act on. */
export interface Fault extends Place {
  /** What was found; absent where nothing was. */
  readonly value?: unknown;
  /** What was expected, as a phrase that completes "expected …". */
  readonly expected: string;
}

/** As many as a person reads; a broken file can have a hundred thousand. */
const MOST_KEPT = 20;
const MOST_FILES = 40;

/**
 * Keeps the first faults, and counts those beyond. Of each further file the first is kept as well:
 * one wrong date in the manifest can put a hundred values in the wrong, and must be told with them.
 */
export class FaultList {
  readonly #kept: Fault[] = [];
  readonly #files = new Set<string>();
  #count = 0;

  /** Of a list that is one already, its count as well. */
  add(faults: readonly Fault[] | FaultList): this {
    const list = faults instanceof FaultList ? faults.kept : faults;
    for (const fault of list) {
      const isNews = !this.#files.has(fault.file) && this.#files.size < MOST_FILES;
      if (this.#kept.length >= MOST_KEPT && !isNews) continue;
      this.#kept.push(fault);
      this.#files.add(fault.file);
    }
    this.#count += faults instanceof FaultList ? faults.count : faults.length;
    return this;
  }

  get kept(): readonly Fault[] {
    return this.#kept;
  }

  get count(): number {
    return this.#count;
  }
}

const SHOWN_LENGTH = 80;
const EXPECTED_LENGTH = 400;

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** A value as faults show it: JSON, not at any length. */
export const shown = (value: unknown): string =>
  shortened(JSON.stringify(value) ?? String(value), SHOWN_LENGTH);

/** `years/1405.json /taxExemption: found 1, expected …`: one line per fault, for logs and terminals. */
export const faultLine = (fault: Fault): string => {
  const file = shortened(fault.file, SHOWN_LENGTH);
  const place = fault.path === '' ? file : `${file} ${shortened(fault.path, SHOWN_LENGTH)}`;
  const found = fault.value === undefined ? '' : `found ${shown(fault.value)}, `;
  return `${place}: ${found}expected ${shortened(fault.expected, EXPECTED_LENGTH)}`;
};

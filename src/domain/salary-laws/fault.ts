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

const SHOWN_LENGTH = 80;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
};

/** `years/1405.json /taxExemption: found 1, expected …`: one line per fault, for logs and terminals. */
export const faultLine = (fault: Fault): string => {
  const place = fault.path === '' ? fault.file : `${fault.file} ${fault.path}`;
  const found = fault.value === undefined ? '' : `found ${shown(fault.value)}, `;
  return `${place}: ${found}expected ${fault.expected}`;
};

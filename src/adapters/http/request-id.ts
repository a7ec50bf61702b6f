import { randomUUID } from 'node:crypto';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id where it is safe to repeat in a header and a log line, else a fresh UUID. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID();

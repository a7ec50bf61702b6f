/**
 * Where changes of state are told. Levels: `error` somebody must act now; `warn` a state got worse;
 * `info` a state changed or got better. Fields are structured; an error object goes under `err`.
 */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import type { Logger } from '../../domain/ports/logger.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface PinoLoggerOptions {
  readonly level: LogLevel;
  readonly version: string;
  /** Standard output unless given. */
  readonly destination?: DestinationStream;
}

/** One JSON object per line: level by name, time as ISO 8601 UTC, an error under `err`. */
export function createPinoLogger({ level, version, destination }: PinoLoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service: 'reference-data-service', release: version },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

import type { Logger } from '../../../src/domain/ports/logger.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** Keeps what is logged, for a test to read. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[] = [];

  debug(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
}

import type { Logger } from '../../../src/domain/ports/logger.ts';

export interface LogLine {
  readonly level: keyof Logger;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** Keeps what is logged, for tests to look at. */
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

  at(level: keyof Logger): LogLine[] {
    return this.lines.filter((line) => line.level === level);
  }
}

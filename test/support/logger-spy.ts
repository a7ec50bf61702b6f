import type { Logger } from '../../src/domain/ports/logger.ts';

export interface LoggedLine {
  readonly level: keyof Logger;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** A {@link Logger} that keeps what it is told. */
export class LoggerSpy implements Logger {
  readonly lines: LoggedLine[] = [];

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

  get levels(): readonly string[] {
    return this.lines.map(({ level }) => level);
  }
}

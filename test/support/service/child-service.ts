import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export interface ChildLogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The service as an operator starts it: a process of its own, `node src/main.ts`. */
export class ChildService {
  readonly #process: ChildProcess;
  readonly #exit: Promise<Exit>;
  #stdout = '';
  #stderr = '';

  private constructor(child: ChildProcess) {
    this.#process = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      child.emit('output');
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    // Not 'exit': by 'close' the last output has arrived too.
    this.#exit = once(child, 'close').then(([code, signal]) => {
      child.emit('output');
      return { code, signal } as Exit;
    });
  }

  /** @param env all of the settings; nothing of the test's own environment is passed on. */
  static start(env: Readonly<Record<string, string>>): ChildService {
    return new ChildService(
      spawn(process.execPath, ['src/main.ts'], {
        cwd: PROJECT,
        env: { HOST: '127.0.0.1', PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  get stderr(): string {
    return this.#stderr;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get log(): ChildLogLine[] {
    return this.#stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** Resolves with the first log line of this message; rejects if the process ends without it. */
  async logged(message: string): Promise<ChildLogLine> {
    for (;;) {
      const ended = this.#process.exitCode !== null || this.#process.signalCode !== null;
      const line = this.#stdout.endsWith('\n')
        ? this.log.find(({ msg }) => msg === message)
        : undefined;
      if (line) return line;
      if (ended) throw new Error(`ended without "${message}": ${this.#stdout}${this.#stderr}`);
      await once(this.#process, 'output');
    }
  }

  async port(): Promise<number> {
    return Number((await this.logged('listening')).port);
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  exit(): Promise<Exit> {
    return this.#exit;
  }

  /** For the end of a test, however it went. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exit;
  }
}

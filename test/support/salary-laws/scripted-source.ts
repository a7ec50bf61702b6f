import type { DatasetReading, DatasetSource } from '../../../src/domain/ports/dataset-source.ts';

/** A source that brings what its script says, reading after reading; the last one for ever. */
export class ScriptedSource implements DatasetSource {
  readonly name: string;
  readonly location = 'script';
  readonly manifest = 'manifest.json';
  readonly #script: readonly DatasetReading[];
  #failure: Error | undefined;
  #next = 0;
  /** How often it was read. */
  readings = 0;

  constructor(name: string, script: readonly DatasetReading[]) {
    this.name = name;
    this.#script = script;
  }

  failOnce(error: Error): void {
    this.#failure = error;
  }

  pollAfterMs(): number {
    return 500;
  }

  async read(): Promise<DatasetReading> {
    this.readings += 1;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
    const reading = this.#script[Math.min(this.#next, this.#script.length - 1)];
    this.#next += 1;
    if (!reading) throw new Error('the script is empty');
    return reading;
  }
}

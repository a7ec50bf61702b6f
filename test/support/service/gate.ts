import type { UpstreamServer } from '../upstreams/index.ts';

/** Holds back a provider's good answers until it is opened. */
export class Gate {
  readonly #held: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #isOpen = false;

  constructor(...upstreams: readonly UpstreamServer[]) {
    for (const upstream of upstreams) {
      upstream.fail(({ status, headers, body }, response) => {
        const answer = () => response.writeHead(status, headers).end(body);
        if (this.#isOpen) {
          answer();
          return;
        }
        this.#held.push(answer);
        for (const resolve of this.#waiting.splice(0)) resolve();
      });
    }
  }

  /** Requests that wait here. */
  get held(): number {
    return this.#held.length;
  }

  /** Resolves when at least one request waits here. */
  async reached(): Promise<void> {
    while (this.#held.length === 0) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  open(): void {
    this.#isOpen = true;
    for (const answer of this.#held.splice(0)) answer();
  }
}

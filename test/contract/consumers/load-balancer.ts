/** An example consumer: keeps the backends that say they are ready, as HAProxy or an ingress does. */
export class LoadBalancer {
  readonly #backends: readonly string[];
  readonly #method: 'GET' | 'HEAD';
  #pool: readonly string[] = [];

  /** @param backends origins. */
  constructor(backends: readonly string[], method: 'GET' | 'HEAD') {
    this.#backends = backends;
    this.#method = method;
  }

  /** The backends that get traffic, as of the last poll. */
  get pool(): readonly string[] {
    return this.#pool;
  }

  async poll(): Promise<void> {
    const ready = await Promise.all(this.#backends.map((backend) => this.#isReady(backend)));
    this.#pool = this.#backends.filter((_backend, index) => ready[index]);
  }

  async #isReady(backend: string): Promise<boolean> {
    try {
      const answer = await fetch(`${backend}/api/ready`, { method: this.#method });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}

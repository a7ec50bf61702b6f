/** A parsed answer with the validator under which the provider may say that it still holds. */
export interface RememberedAnswer {
  readonly etag: string;
  readonly document: unknown;
}

/** The last validated answer per URL; the URL unused for longest goes first. */
export class AnswerMemory {
  readonly #capacity: number;
  readonly #answers = new Map<string, RememberedAnswer>();

  /** @param capacity URLs remembered; dated URLs change daily and must not pile up. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  recall(url: string): RememberedAnswer | undefined {
    const answer = this.#answers.get(url);
    if (answer) this.#keep(url, answer);
    return answer;
  }

  remember(url: string, answer: RememberedAnswer | undefined): void {
    if (answer) this.#keep(url, answer);
    else this.#answers.delete(url);
  }

  #keep(url: string, answer: RememberedAnswer): void {
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    const eldest = this.#answers.keys().next();
    if (this.#answers.size > this.#capacity && !eldest.done) this.#answers.delete(eldest.value);
  }
}

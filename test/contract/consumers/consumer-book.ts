import { join } from 'node:path';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { PactBook } from '../pact-book.ts';

const KEPT = join(import.meta.dirname, '../pacts');

/** The pacts of the example consumers. */
export class ConsumerBook extends PactBook {
  static async open(): Promise<ConsumerBook> {
    return new ConsumerBook(await PactBook.folder(), KEPT);
  }

  /** A pact of that consumer with this service, version 4 of the specification unless told otherwise. */
  pactOf(consumer: string, spec = SpecificationVersion.SPECIFICATION_VERSION_V4): Pact {
    return new Pact({
      consumer,
      provider: 'reference-data-service',
      dir: this.directory,
      spec,
      logLevel: 'error',
    });
  }
}

export const JSON_BODY = {
  'Content-Type': MatchersV3.regex(/^application\/json(;.*)?$/, 'application/json'),
};

/** The error body of every path. */
export const error = (text: string) => ({
  ok: MatchersV3.equal(false),
  error: MatchersV3.string(text),
});

/**
 * Nothing could be verified, through no fault of the service: a bad file, a bad option, a broker that
 * does not answer. The message is one sentence for whoever typed the command.
 */
export class PactProblem extends Error {
  readonly code = 'pact-problem';
  /** What a server answered, if that is the problem. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'PactProblem';
    this.status = status;
  }
}

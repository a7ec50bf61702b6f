import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The response that a connection is busy with, until its last byte has left. Node keeps it under
 * this name and tells it nowhere else.
 */
export const owedAnswer = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;

/** Acts once nothing is owed any more, so that answers leave in the order of their requests. */
export const afterOwedAnswers = (socket: Duplex, act: () => void): void => {
  const owed = owedAnswer(socket);
  if (!owed) act();
  else owed.once('close', () => setImmediate(afterOwedAnswers, socket, act));
};

/**
 * What a failed operation says about the store, in a few words for health and logs: never a host
 * name, an address, a credential or a key.
 */
export const redisFailure = (error: unknown): string => {
  const { code, message, lastNodeError } = partsOf(error);
  if (lastNodeError !== undefined) {
    return redisFailure(lastNodeError);
  }
  const refusal = REFUSAL.exec(message)?.[0];
  if (refusal !== undefined) {
    return REFUSALS[refusal] ?? 'refused';
  }
  if (code !== undefined && CONNECTION_FAILURES[code] !== undefined) {
    return CONNECTION_FAILURES[code];
  }
  if (code !== undefined && /CERT|SSL|TLS/.test(code)) {
    return 'TLS handshake failed';
  }
  if (/timed? ?out/i.test(message)) {
    return NO_ANSWER;
  }
  if (/sentinels? /i.test(message)) {
    return 'no sentinel knows the master';
  }
  if (/connection|stream|socket|max retries/i.test(message)) {
    return 'connection lost';
  }
  return 'refused';
};

export const NO_ANSWER = 'no answer in time';

/** The first word of an error reply (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors). */
const REFUSALS: Readonly<Record<string, string>> = {
  OOM: 'out of memory',
  READONLY: 'read-only replica',
  NOAUTH: 'authentication refused',
  WRONGPASS: 'authentication refused',
  DENIED: 'refuses clients of other hosts',
  NOPERM: 'permission refused',
  LOADING: 'loading its data',
  MISCONF: 'refuses writes, it cannot save them',
  MASTERDOWN: 'replica without its master',
  CLUSTERDOWN: 'cluster is down',
  NOREPLICAS: 'refuses writes, too few replicas',
  BUSY: 'busy with a script',
};

/** Not anchored: before version 7 the reply of a script wraps that of the command it called. */
const REFUSAL = new RegExp(`\\b(?:${Object.keys(REFUSALS).join('|')})\\b`);

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: NO_ANSWER,
};

const partsOf = (error: unknown): { code?: string; message: string; lastNodeError?: unknown } => {
  const { code, message, lastNodeError } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return {
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' ? { code } : {}),
    ...(lastNodeError === undefined ? {} : { lastNodeError }),
  };
};

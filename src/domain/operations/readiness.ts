/** What decides whether a load balancer should send traffic here. */
export interface ReadinessFacts {
  /** SIGTERM has come. */
  readonly draining: boolean;
  /** A market response other than an error can be given; a stale one will do. */
  readonly hasMarket: boolean;
  /** A valid dataset is in service. */
  readonly hasSalaryLaws: boolean;
}

export interface Readiness {
  readonly ready: boolean;
  readonly status: 'ready' | 'starting' | 'draining';
  readonly waitingFor: readonly string[];
}

/**
 * Ready while the service can answer, with stale figures too: an upstream outage hits all replicas
 * alike, and must not empty the pool.
 */
export function readiness({ draining, hasMarket, hasSalaryLaws }: ReadinessFacts): Readiness {
  const waitingFor = [...(hasMarket ? [] : ['market']), ...(hasSalaryLaws ? [] : ['salary-laws'])];
  if (draining) return { ready: false, status: 'draining', waitingFor };
  return waitingFor.length > 0
    ? { ready: false, status: 'starting', waitingFor }
    : { ready: true, status: 'ready', waitingFor };
}

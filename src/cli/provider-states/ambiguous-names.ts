/** Names that might mean either; a guess could turn a pact into its opposite. */
export const AMBIGUOUS: readonly {
  readonly names: readonly string[];
  readonly states: readonly string[];
}[] = [
  {
    names: ['sources are failing', 'some sources are down', 'source is degraded'],
    states: ['market rates are stale', 'market rates are unavailable'],
  },
  {
    names: ['data is available', 'data'],
    states: ['market rates are available', 'salary laws are available'],
  },
  {
    names: ['data is unavailable', 'no data', 'no data is available'],
    states: ['market rates are unavailable', 'salary laws cannot be read'],
  },
  {
    names: [
      'service is unavailable',
      'service is down',
      'service is not running',
      'service is failing',
    ],
    states: ['the service is degraded', 'the service is not ready'],
  },
  {
    names: ['salary laws are stale'],
    states: ['the consumer holds an old salary laws ETag', 'the service is degraded'],
  },
];

import { lawsParameters, type ProviderState } from './provider-state.ts';

/** Every state a pact may name. `docs/contracts.md` is generated from this list. */
export const PROVIDER_STATES: readonly ProviderState[] = [
  {
    name: 'market rates are live',
    shows: '`/api/market` waits for its sources and answers 200 with `freshness` `live`.',
    claims: { market: 'live' },
  },
  {
    name: 'market rates are cached',
    shows: '`/api/market` answers 200 from the internal cache, `freshness` `cached`.',
    claims: { market: 'cached' },
  },
  {
    name: 'market rates are stale',
    shows:
      'The sources stopped answering ten minutes ago: `/api/market` answers 200 with the last good values and `freshness` `stale`. `/api/health` answers 503; `/api/ready` still 200.',
    claims: { market: 'stale', health: 'degraded' },
  },
  {
    name: 'market rates are unavailable',
    shows:
      'No source has ever answered: `/api/market` answers 500 with the error body, `/api/health` and `/api/ready` answer 503.',
    claims: { market: 'unavailable', health: 'degraded', ready: 'no' },
  },
  {
    name: 'IRR is official',
    shows: '`IRR` and the gold price rest on the official rial; `rateType` says `official`.',
    claims: { irr: 'official' },
  },
  {
    name: 'IRR is market',
    shows: '`IRR` and the gold price rest on the open-market rial; `rateType` says `market`.',
    claims: { irr: 'market' },
  },
  {
    name: 'salary laws are available',
    shows: '`/api/data/salary-laws` answers 200 with the dataset, `ETag` and `Last-Modified`.',
    claims: { salaryLaws: 'available' },
    parameters: lawsParameters,
  },
  {
    name: 'salary laws cannot be read',
    shows:
      'No dataset has ever been read: `/api/data/salary-laws` answers 500 with the error body, `/api/health` and `/api/ready` answer 503.',
    claims: { salaryLaws: 'unreadable', health: 'degraded', ready: 'no' },
  },
  {
    name: 'the consumer holds the current salary laws ETag',
    shows:
      'The request’s `If-None-Match`, whatever the pact says, carries the `ETag` in service, so that `/api/data/salary-laws` answers 304 without content. The state also returns it as the value `etag`, for a provider state expression.',
    claims: { salaryLaws: 'available', consumerHolds: 'the current entity tag' },
  },
  {
    name: 'the service is healthy',
    shows: '`/api/health` answers 200.',
    claims: { health: 'ok' },
  },
  {
    name: 'the service is degraded',
    shows:
      '`/api/health` answers 503. Unless another state says what is wrong, the salary laws’ files are at fault and the last good dataset stays in service.',
    claims: { health: 'degraded' },
  },
  {
    name: 'the service is ready',
    shows: '`/api/ready` answers 200.',
    claims: { ready: 'yes' },
  },
  {
    name: 'the service is not ready',
    shows:
      '`/api/ready` answers 503. Unless another state says why, no source has answered yet; beside a state that says that there are rates, no dataset has been read yet.',
    claims: { ready: 'no' },
  },
  {
    name: 'the service is draining',
    shows:
      'The service is about to stop: `/api/ready` answers 503, everything else is answered as before.',
    claims: { ready: 'no', draining: 'yes' },
  },
];

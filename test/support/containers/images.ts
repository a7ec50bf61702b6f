/**
 * The images that the suites run, each a setting, so that another build of the same thing can be
 * put to the same tests: `TEST_REDIS_IMAGE=valkey/valkey:8-alpine npm test`.
 */
export const REDIS_IMAGE = process.env.TEST_REDIS_IMAGE ?? 'redis:8-alpine';

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The images that the suites run, each a setting, so that another build of the same thing can be
 * put to the same tests: `TEST_REDIS_IMAGE=valkey/valkey:8-alpine npm test`.
 */
export const REDIS_IMAGE = process.env.TEST_REDIS_IMAGE ?? 'redis:8-alpine';
export const HAPROXY_IMAGE = process.env.TEST_HAPROXY_IMAGE ?? 'haproxy:3.2-alpine';
export const NODE_IMAGE = process.env.NODE_IMAGE ?? 'node:24-bookworm-slim';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Of a build in a test: what `/api/version` must then show. */
export const BUILD = { commit: 'c0ffee', builtAt: '2026-10-05T10:00:00Z' } as const;

/**
 * Builds one of the project's own images from its Dockerfile, by the command that people use.
 * @returns the name to run it by.
 */
export const buildImage = async (target: 'service' | 'contracts'): Promise<string> => {
  const name = `reference-data-${target}:test`;
  await promisify(execFile)('docker', [
    ...['build', '--quiet', '--target', target, '--tag', name],
    // A machine behind a proxy lets the host out, and not always a bridge.
    ...['--network', 'host'],
    ...['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`],
    ...['--build-arg', `COMMIT=${BUILD.commit}`, '--build-arg', `BUILD_TIME=${BUILD.builtAt}`],
    PROJECT,
  ]);
  return name;
};

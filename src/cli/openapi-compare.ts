import { breakingChanges } from './openapi/breaking-changes.ts';
import { currentDescription, lastRelease } from './openapi/releases.ts';

/**
 * `npm run contracts:openapi`: exit code 1 if docs/openapi.yaml breaks clients of the description that
 * was released last.
 */
const { version, description } = lastRelease();
const changes = breakingChanges(description, currentDescription());
for (const { pointer, reason } of changes) console.log(`${pointer}\n  ${reason}`);
console.log(`${changes.length} breaking changes since ${version}`);
process.exitCode = changes.length > 0 ? 1 : 0;

import { execFileSync } from 'node:child_process';
import { PROJECT_DIRECTORY } from '../../config.ts';

/** Which build is verified; CI checks out without a branch and says its name in the environment. */
export interface Revision {
  readonly version: string | undefined;
  readonly branch: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readRevision(env: Environment, directory: string = PROJECT_DIRECTORY): Revision {
  const git = (...args: string[]): string | undefined => {
    try {
      return (
        execFileSync('git', args, {
          cwd: directory,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim() || undefined
      );
    } catch {
      return undefined;
    }
  };
  return {
    version: git('rev-parse', 'HEAD') ?? (env.GITHUB_SHA || env.GIT_COMMIT || env.BUILD_COMMIT),
    branch:
      git('symbolic-ref', '--short', '--quiet', 'HEAD') ??
      (env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME || env.GIT_BRANCH),
  };
}

/** Why GitHub gave no usable answer. */
export type GitHubFault =
  /** `github-token` is empty, so GitHub was not asked. */
  | { kind: 'no-token' }
  /** No connection, or it broke, or GitHub was silent. */
  | { kind: 'unreachable' }
  | { kind: 'rate-limit'; status: number }
  | { kind: 'status'; status: number }
  /** The answer was not what GitHub's description of its API promises. */
  | { kind: 'malformed' };

/**
 * `fault` in English: `what` is the end of a sentence, `remedy` says what to do now. The remedy names `permission` only
 * if GitHub refused.
 *
 * @param permission what the token needs, as written in a workflow
 */
export function describeGitHubFault(
  fault: GitHubFault,
  permission: string,
): { readonly what: string; readonly remedy: string } {
  switch (fault.kind) {
    case 'no-token':
      return { what: 'no `github-token`', remedy: 'Pass a `github-token`.' };
    case 'unreachable':
      return {
        what: 'GitHub could not be reached',
        remedy:
          'Run the job again; on a self-hosted runner, check its network, its proxy and `GITHUB_API_URL`.',
      };
    case 'rate-limit':
      return {
        what: `HTTP ${fault.status}, the rate limit of the token is used up`,
        remedy: 'Run the job again later, or scan less often.',
      };
    case 'malformed':
      return {
        what: 'an answer that is not understood',
        remedy: 'Run the job again; if it happens again, check that no proxy answers in place of GitHub.',
      };
    case 'status':
      return { what: `HTTP ${fault.status}`, remedy: remedyForStatus(fault.status, permission) };
  }
}

function remedyForStatus(status: number, permission: string): string {
  if (status >= 500) return 'GitHub has a problem of its own: run the job again later.';
  if (status === 401) return 'The token is not valid: check `github-token`.';
  return `Add \`permissions: ${permission}\` to the job, and check that \`github-token\` has access to this repository. On pull requests from forks it can only read.`;
}

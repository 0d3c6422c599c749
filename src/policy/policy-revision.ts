import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';

/** Events that may run for a pull request; their `GITHUB_SHA` can hold what the pull request brings in. */
const pullRequestEvents =
  /^(?:pull_request|issue_comment|deployment|repository_dispatch|workflow_run|check_|status$)/;

/**
 * The revision from which the policy file is read (`contract.md`, `config`), such that a pull request cannot weaken its
 * own gate by editing the file.
 *
 * @returns a commit, or `null` for the default branch
 */
export function policyRevision(
  context: RunContext,
  event: EventPayload,
  pullRequest: PullRequestStatus,
): string | null {
  if (pullRequest.kind === 'unknown') return null;
  if (context.eventName === 'merge_group') return event.merge_group?.base_sha ?? null;
  if (pullRequest.kind === 'known') return pullRequest.baseSha;
  return pullRequestEvents.test(context.eventName) ? null : context.commit;
}

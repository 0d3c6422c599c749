import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';

/** Events that may run for a pull request. Their `GITHUB_SHA` can contain the changes of the pull request. */
const pullRequestEvents =
  /^(?:pull_request|issue_comment|deployment|repository_dispatch|workflow_run|check_|status$)/;

/**
 * The revision to read the policy file from (`docs/contract.md`, `config`). A pull request must not be able to weaken
 * its own gate by editing the file.
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
  switch (pullRequest.kind) {
    case 'known':
      return pullRequest.baseSha;
    case 'none':
      return pullRequestEvents.test(context.eventName) ? null : context.commit;
  }
}

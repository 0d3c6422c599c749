/**
 * Decides what a run writes on GitHub, and where. Runs and dry runs both use this. `commit-status.ts` decides when
 * there is a commit status.
 */

import type { RunSetup } from '../prepare/prepare.ts';

/** Of each sink: its name, the permission that it needs as written in a workflow, the setting that switches it off. */
export const gitHubSinks = {
  comment: {
    name: 'pull request comment',
    permission: 'pull-requests: write',
    switchOff: 'comment: never',
  },
  issue: {
    name: 'tracking issue',
    permission: 'issues: write',
    switchOff: 'track-issue: false',
  },
  status: {
    name: 'commit status',
    permission: 'statuses: write',
    switchOff: "commit-status: ''",
  },
} as const;

export type GitHubSinkName = keyof typeof gitHubSinks;

/**
 * Which sinks the settings ask for on this run.
 *
 * - `comment`: for which verdicts there is a comment. `never` if the run certainly has no pull request, and on a
 *   skipped run, whose token may only read
 * - `issue`: true if the run keeps a tracking issue. Only if the run certainly has no pull request
 */
export function wantedSinks({ inputs, settings, pullRequest }: RunSetup) {
  const { comment, trackIssue } = settings.publishing;
  const hasNone = pullRequest.kind === 'none';
  const hasNoComment = hasNone || inputs.service.isSkipped;
  return { comment: hasNoComment ? 'never' : comment, issue: trackIssue && hasNone } as const;
}

/** A pull request or an issue, as GitHub's client takes it. */
export interface Conversation {
  readonly owner: string;
  readonly repo: string;
  readonly issue_number: number;
}

/** Where the comment of a run belongs; `null` if its pull request is not known. */
export function conversationOf({ context, pullRequest }: RunSetup): Conversation | null {
  const { owner, repo } = context;
  return pullRequest.kind === 'found' ? { owner, repo, issue_number: pullRequest.number } : null;
}

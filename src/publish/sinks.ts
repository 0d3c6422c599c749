/**
 * Decides what a run writes on GitHub, and where. Runs and dry runs both use this. `commit-status.ts` decides when
 * there is a commit status.
 */

import type { RunSetup } from '../prepare/prepare.ts';

export interface GitHubSink {
  /** The name of the sink, without its article. */
  readonly name: string;
  /** The permission that the sink needs, as written in a workflow. */
  readonly permission: string;
  /** The setting that switches the sink off. */
  readonly switchOff: string;
  /** Why GitHub may refuse what is sent (status 422). If this is missing, a refusal is a bug of the action. */
  readonly refused?: string;
}

export type GitHubSinkName = 'comment' | 'issue' | 'status';

export const gitHubSinks: Readonly<Record<GitHubSinkName, GitHubSink>> = {
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
    refused:
      'The commit is not in this repository, or has 1,000 statuses of this context: push a new commit, or give another `commit-status`.',
  },
};

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

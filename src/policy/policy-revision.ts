import { findBranch, readBranch, readDefaultBranch } from '../github/branch.ts';
import type { GitHub } from '../github/connect.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import { mayHavePullRequest, type PullRequestStatus } from '../github/pull-request.ts';

/** Where to read the policy file. */
export type PolicyRevision =
  | { readonly kind: 'commit'; readonly sha: string }
  /** The tip of `base` if that is the default branch or protected, else the tip of the default branch. */
  | { readonly kind: 'branch'; readonly base: string | null };

/**
 * The revision to read the policy file from (`docs/contract.md`, `config`). A pull request must not be able to weaken
 * its own gate, neither by editing the file nor by a base branch of its author's own.
 */
export function policyRevision(
  context: RunContext,
  event: EventPayload,
  pullRequest: PullRequestStatus,
): PolicyRevision {
  const defaultBranch = { kind: 'branch', base: null } as const;
  if (context.eventName === 'merge_group') {
    const { merge_group: group } = event;
    return group === undefined ? defaultBranch : { kind: 'commit', sha: group.base_sha };
  }
  switch (pullRequest.kind) {
    case 'known':
      return { kind: 'branch', base: pullRequest.baseRef };
    case 'unknown':
      return defaultBranch;
    case 'none': {
      const { commit } = context;
      return commit === null || mayHavePullRequest(context, event)
        ? defaultBranch
        : { kind: 'commit', sha: commit };
    }
  }
}

/** The commit that a revision stands for. */
export interface PolicyCommit {
  readonly sha: string;
  /** The branch that it is the tip of; `null` if the commit itself was given, which may not exist. */
  readonly branch: string | null;
}

/**
 * Looks up the commit of a revision, so that everything is read at the same one. A base branch that was deleted is not
 * protected.
 *
 * @throws GitHubFaultError if an answer is not understood
 * @throws what octokit throws
 */
export async function resolveRevision(
  github: GitHub,
  { context, event }: { readonly context: RunContext; readonly event: EventPayload },
  revision: PolicyRevision,
): Promise<PolicyCommit> {
  if (revision.kind === 'commit') return { sha: revision.sha, branch: null };
  const { base } = revision;
  const stated = event.repository?.default_branch;
  const tip = base === null || base === stated ? null : await findBranch(github, context, base);
  if (tip?.isProtected === true) return { sha: tip.sha, branch: tip.name };
  const defaultName = stated ?? (await readDefaultBranch(github, context));
  const { name, sha } = tip?.name === defaultName ? tip : await readBranch(github, context, defaultName);
  return { sha, branch: name };
}

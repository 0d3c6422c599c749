/**
 * Checks for a dry run that GitHub can be reached: it reads the places that the run would write to. Whether the token
 * may write there shows only when a run writes.
 */

import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHubClient } from '../github/connect.ts';
import type { RunSetup, StepSetup } from '../prepare/prepare.ts';
import type { DryRunCheck } from '../report/dry-run-table.ts';
import { whyNoStatus } from './commit-status.ts';
import { conversationOf, type GitHubSinkName, gitHubSinks, wantedSinks } from './sinks.ts';

/** A read request, or the name of the text that says why there is no request. */
type SinkRead = ((client: GitHubClient) => Promise<unknown>) | 'notWanted' | 'correctOthersFirst';

/** @param setup `null` if a setting is wrong */
export function checkSinks(step: StepSetup, setup: RunSetup | null): Promise<DryRunCheck[]> {
  const check = async (name: GitHubSinkName, read: SinkRead): Promise<DryRunCheck> => {
    const { permission } = gitHubSinks[name];
    if (typeof read === 'string')
      return { name, state: 'unchecked', describe: ({ dryRun }) => ({ what: dryRun[read] }) };
    try {
      await read(await step.github());
      return { name, state: 'unchecked', describe: ({ dryRun }) => dryRun.readable(permission) };
    } catch (error) {
      const fault = gitHubFaultOf(error);
      return { name, state: 'failed', describe: ({ dryRun }) => dryRun.refused(fault, permission) };
    }
  };
  return Promise.all([
    check('comment', setup === null ? 'correctOthersFirst' : readForComment(setup)),
    check('issue', setup === null ? 'correctOthersFirst' : readForIssue(setup)),
    check('status', readForStatus(step)),
  ]);
}

function readForComment(setup: RunSetup): SinkRead {
  const { owner, repo, sha } = setup.context;
  if (wantedSinks(setup).comment === 'never') return 'notWanted';
  const conversation = conversationOf(setup);
  if (conversation !== null) return ({ rest }) => rest.issues.listComments({ ...conversation, per_page: 1 });
  // The look-up of the pull request may have failed, so this tries it again.
  if (sha === null) return 'notWanted';
  const request = { owner, repo, commit_sha: sha, per_page: 1 };
  return ({ rest }) => rest.repos.listPullRequestsAssociatedWithCommit(request);
}

function readForIssue(setup: RunSetup): SinkRead {
  const { owner, repo } = setup.context;
  if (!wantedSinks(setup).issue) return 'notWanted';
  return ({ rest }) => rest.issues.listForRepo({ owner, repo, per_page: 1 });
}

function readForStatus(step: StepSetup): SinkRead {
  const { owner, repo, sha } = step.context;
  if (step.statusContext === null || whyNoStatus(step) !== null || sha === null) return 'notWanted';
  return ({ rest }) => rest.repos.listCommitStatusesForRef({ owner, repo, ref: sha, per_page: 1 });
}

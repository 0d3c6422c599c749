import { describe, expect, test } from '@jest/globals';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { knownOrNone, pullRequestOf } from '../../../src/github/pull-request.ts';
import { policyRevision } from '../../../src/policy/policy-revision.ts';
import {
  BASE_SHA,
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  release,
  repositoryDispatch,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../../support/events.ts';

/** The revision for `event`, whose payload can be replaced. */
function revisionFor({ name, env, payload }: RunnerEvent, event: unknown = payload): string | null {
  const read = readEvent(event);
  const context = readContext(
    { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'acme/storefront', ...env },
    read,
  );
  return policyRevision(context, read, knownOrNone(pullRequestOf(context, read)));
}

const pushed = '4'.repeat(40);
const defaultBranch = null;

describe('policyRevision', () => {
  test.each<[string, RunnerEvent, string | null]>([
    ['pull_request: its base', pullRequest(), BASE_SHA],
    ['pull_request of a fork: its base', pullRequest({ fork: true }), BASE_SHA],
    ['pull_request_target: its base', pullRequest({ eventName: 'pull_request_target' }), BASE_SHA],
    ['merge_group: its base', mergeGroup(), BASE_SHA],
    ['deployment_status: the default branch', deploymentStatus(), defaultBranch],
    ['repository_dispatch: the default branch', repositoryDispatch(), defaultBranch],
    ['workflow_run for a pull request: its base', workflowRun(), BASE_SHA],
    ['workflow_run of a fork: the default branch', workflowRun({ pullNumbers: [] }), defaultBranch],
    ['push: what was pushed', push({ sha: pushed }), pushed],
    ['schedule: the commit of the run', schedule({ sha: pushed }), pushed],
    ['workflow_dispatch: the commit of the run', workflowDispatch({ sha: pushed }), pushed],
    ['release: the commit of the tag', release({ sha: pushed }), pushed],
  ])('%s', (_what, event, revision) => {
    expect(revisionFor(event)).toBe(revision);
  });

  test('is never a commit with the changes of a pull request, on any event that may have one', () => {
    const events = [
      pullRequest(),
      pullRequest({ fork: true }),
      pullRequest({ eventName: 'pull_request_target' }),
      mergeGroup(),
      deploymentStatus({ sha: HEAD_SHA }),
      repositoryDispatch({ sha: HEAD_SHA }),
      workflowRun({ headSha: HEAD_SHA }),
      ...['pull_request_review', 'pull_request_review_comment', 'issue_comment', 'deployment'].map(
        (name): RunnerEvent => ({ ...pullRequest(), name }),
      ),
      ...['check_run', 'check_suite', 'status'].map((name): RunnerEvent => ({ ...push(), name })),
    ];
    for (const event of events) {
      for (const payload of [event.payload, {}, null]) {
        expect([HEAD_SHA, MERGE_SHA]).not.toContain(revisionFor(event, payload));
      }
    }
  });

  test('is the default branch if the payload of a pull request is malformed, never the merge commit', () => {
    const whole = pullRequest();
    const pull: unknown = whole.payload['pull_request'];
    if (typeof pull !== 'object' || pull === null) throw new Error('no pull request');
    for (const broken of [
      {},
      { pull_request: null },
      { pull_request: { ...pull, base: null } },
      { pull_request: { ...pull, base: { sha: '', repo: { full_name: 'acme/storefront' } } } },
      { pull_request: { ...pull, number: '7' } },
      { pull_request: { ...pull, head: {} } },
    ])
      expect(revisionFor(whole, broken)).toBe(defaultBranch);
  });

  test('is the default branch if the payload of a merge group is malformed', () => {
    for (const broken of [{}, { merge_group: {} }, { merge_group: { base_sha: '' } }, null])
      expect(revisionFor(mergeGroup(), broken)).toBe(defaultBranch);
  });
});

import { describe, expect, test } from '@jest/globals';
import type { Runner } from '../../../src/core/ports.ts';
import { isNewer, type RunContext, readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';

const merge = 'm'.repeat(40);
const env = {
  GITHUB_REPOSITORY: 'acme/storefront',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_ACTOR: 'octocat',
  GITHUB_SHA: merge,
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'scan',
  GITHUB_RUN_ID: '9876543210',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_API_URL: 'https://github.example/api/v3',
  GITHUB_WORKFLOW_REF: 'acme/storefront/.github/workflows/ci.yml@refs/heads/main',
  GITHUB_ACTION_REPOSITORY: 'acme/scan-gate',
};

const pull = (head: object | null, base = 'acme/storefront') => ({
  pull_request: {
    number: 7,
    head: { sha: 'a'.repeat(40), repo: head },
    base: { sha: 'b'.repeat(40), repo: { full_name: base } },
  },
});

function read(given: Runner['env'], event: unknown): RunContext {
  return readContext(given, readEvent(event));
}

describe('readContext', () => {
  test('reads the run, and the head commit of its pull request', () => {
    expect(read(env, pull({ full_name: 'acme/storefront' }))).toEqual({
      eventName: 'pull_request',
      owner: 'acme',
      repo: 'storefront',
      isFromDependabot: false,
      sha: 'a'.repeat(40),
      mergeSha: merge,
      environment: null,
      workflow: 'CI',
      job: 'scan',
      runId: 9_876_543_210,
      attempt: 2,
      serverUrl: 'https://github.example',
      apiUrl: 'https://github.example/api/v3',
      repositoryUrl: 'https://github.example/acme/storefront',
      runUrl: 'https://github.example/acme/storefront/actions/runs/9876543210',
      attemptUrl: 'https://github.example/acme/storefront/actions/runs/9876543210/attempts/2',
      workflowRef: 'acme/storefront/.github/workflows/ci.yml@refs/heads/main',
      actionUrl: 'https://github.example/acme/scan-gate',
    });
  });

  test.each([
    ['dependabot[bot]', true],
    ['dependabot', false],
  ])('says if a run is from Dependabot: that of %s', (actor, isFromDependabot) => {
    expect(read({ ...env, GITHUB_ACTOR: actor }, null)).toMatchObject({ isFromDependabot });
  });

  test('takes `GITHUB_SHA` for the commit, unless it is the tip of the default branch', () => {
    const ofCommit = ['pull_request', 'push', 'merge_group', 'workflow_dispatch', 'schedule', 'release'];
    const ofDeployment = ['deployment', 'deployment_status'];
    const others = ['issue_comment', 'pull_request_target', 'workflow_run', 'repository_dispatch'];
    const shaOn = (name: string) => read({ ...env, GITHUB_EVENT_NAME: name }, { pull_request: null }).sha;
    expect(new Set([...ofCommit, ...ofDeployment].map(shaOn))).toEqual(new Set([merge]));
    expect(new Set(others.map(shaOn))).toEqual(new Set([null]));
    expect(read({ ...env, GITHUB_EVENT_NAME: 'pull_request_target' }, null).mergeSha).toBeNull();
  });

  test.each([
    ['pull_request', 'a'.repeat(40)],
    ['push', 'a'.repeat(40)],
    ['merge_group', 'a'.repeat(40)],
    ['pull_request_target', null],
    ['issue_comment', null],
    ['schedule', null],
    [undefined, null],
  ])('takes the commit of a workflow run after %s: %s', (event, sha) => {
    const payload = { workflow_run: { event, head_sha: 'a'.repeat(40) } };
    expect(read({ ...env, GITHUB_EVENT_NAME: 'workflow_run' }, payload).sha).toBe(sha);
  });

  test('has defaults for an empty environment', () => {
    expect(read({}, null)).toMatchObject({
      owner: '',
      repo: '',
      sha: null,
      mergeSha: null,
      attempt: 1,
      runId: 0,
      isFromDependabot: false,
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      workflowRef: null,
      actionUrl: null,
    });
    const wrong = { GITHUB_RUN_ID: 'x', GITHUB_RUN_ATTEMPT: 'many' };
    expect(read(wrong, null)).toMatchObject({ runId: 0, attempt: 1 });
  });
});

test('isNewer compares runs, then attempts', () => {
  const at = (runId: number, attempt: number) => ({ runId, attempt });
  expect(isNewer(at(2, 1), at(1, 9))).toBe(true);
  expect(isNewer(at(1, 2), at(1, 1))).toBe(true);
  expect(isNewer(at(1, 1), at(1, 1))).toBe(false);
  expect(isNewer(at(1, 9), at(2, 1))).toBe(false);
});

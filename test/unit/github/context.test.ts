import { describe, expect, test } from '@jest/globals';
import type { Runner } from '../../../src/core/ports.ts';
import { type RunContext, readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';

const env = {
  GITHUB_REPOSITORY: 'acme/storefront',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_ACTOR: 'octocat',
  GITHUB_SHA: 'm'.repeat(40),
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
    const event = { ...pull({ full_name: 'acme/storefront' }), repository: { default_branch: 'trunk' } };
    expect(read(env, event)).toEqual({
      eventName: 'pull_request',
      owner: 'acme',
      repo: 'storefront',
      isFromDependabot: false,
      sha: 'a'.repeat(40),
      mergeSha: 'm'.repeat(40),
      defaultBranch: 'trunk',
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
      workflowUrl: 'https://github.example/acme/storefront/actions/runs/9876543210/workflow',
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

  const unreadable = [null, { number: '7' }, { number: -1 }].map((pull_request) => ({ pull_request }));
  test.each([null, 'text', {}, ...unreadable])('falls back to `GITHUB_SHA` on the event %j', (event) => {
    expect(read(env, event)).toMatchObject({ sha: 'm'.repeat(40) });
  });

  test.each([...['push', 'workflow_dispatch', 'schedule', 'release', 'deployment_status', 'merge_group']])(
    'takes `GITHUB_SHA` for the commit on %s',
    (eventName) => {
      expect(read({ ...env, GITHUB_EVENT_NAME: eventName }, null).sha).toBe('m'.repeat(40));
    },
  );

  test.each(['issue_comment', 'pull_request_target', 'workflow_run', 'repository_dispatch', 'check_suite'])(
    'knows no commit on %s without one: `GITHUB_SHA` is the tip of the default branch',
    (eventName) => {
      expect(read({ ...env, GITHUB_EVENT_NAME: eventName }, null)).toMatchObject({
        sha: null,
        mergeSha: null,
      });
    },
  );

  test.each([
    ['pull_request', 'a'.repeat(40)],
    ['push', 'a'.repeat(40)],
    ['merge_group', 'a'.repeat(40)],
    ['pull_request_target', null],
    ['issue_comment', null],
    ['schedule', null],
    ['deployment_status', null],
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
      defaultBranch: null,
      attempt: 1,
      runId: 0,
      isFromDependabot: false,
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      workflowRef: null,
      actionUrl: null,
    });
    expect(read({ ...env, GITHUB_RUN_ID: 'x' }, null).runId).toBe(0);
  });

  test.each([
    ['', 1],
    ['3', 3],
    ['many', 1],
  ])('reads attempt %j as %i', (given, attempt) => {
    expect(read({ GITHUB_RUN_ATTEMPT: given }, null).attempt).toBe(attempt);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Runner } from '../../../src/core/ports.ts';
import { isNewer, type RunAttempt, type RunContext, readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { pullRequestOf } from '../../../src/github/pull-request.ts';
import { findVisibility } from '../../../src/github/visibility.ts';
import { anyJson } from '../gate/arbitraries.ts';

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
      byDependabot: false,
      sha: 'a'.repeat(40),
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
      workflowRef: 'acme/storefront/.github/workflows/ci.yml@refs/heads/main',
      actionUrl: 'https://github.example/acme/scan-gate',
    });
  });

  test('recognizes runs of Dependabot', () => {
    expect(read({ ...env, GITHUB_ACTOR: 'dependabot[bot]' }, null).byDependabot).toBe(true);
    expect(read({ ...env, GITHUB_ACTOR: 'dependabot' }, null).byDependabot).toBe(false);
  });

  test('falls back to `GITHUB_SHA` if the event has no readable pull request', () => {
    const wrong = [null, { number: '7' }, { number: -1 }].map((pull_request) => ({ pull_request }));
    for (const event of [null, 'text', {}, ...wrong])
      expect(read(env, event)).toMatchObject({ sha: 'm'.repeat(40) });
  });

  test('has defaults for an empty environment', () => {
    expect(read({}, null)).toMatchObject({
      owner: '',
      repo: '',
      sha: null,
      defaultBranch: null,
      attempt: 1,
      runId: 0,
      byDependabot: false,
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
    ['1.5', 1],
    ['many', 1],
  ])('reads attempt %j as %i', (given, attempt) => {
    expect(readContext({ GITHUB_RUN_ATTEMPT: given }, {}).attempt).toBe(attempt);
  });
});

const sha = 'a'.repeat(40);

function defaultBranchOf(name: unknown): string | undefined {
  return readEvent({ repository: { default_branch: name } }).repository?.default_branch;
}

/** Every event with a payload that this action reads. */
const eventNames = [
  'pull_request',
  'deployment_status',
  'repository_dispatch',
  'workflow_run',
  'merge_group',
];

describe('readEvent', () => {
  test('accepts any payload, and returns only well-formed parts', () => {
    const parts = ['pull_request', 'deployment', 'deployment_status', 'client_payload', 'workflow_run'];
    const keys = [...parts, 'merge_group', 'repository', 'action', 'after'];
    const pullRequest = fc.record({ number: fc.constant(7), head: anyJson, base: anyJson });
    const payload = fc.oneof(
      fc.dictionary(fc.constantFrom(...keys), anyJson),
      fc.record({ pull_request: pullRequest }),
    );
    fc.assert(
      fc.property(fc.oneof(anyJson, payload), fc.constantFrom(...eventNames), (given, eventName) => {
        const event = readEvent(given);
        const context = readContext({ GITHUB_EVENT_NAME: eventName }, event);
        const pull = pullRequestOf(context, event);
        expect(context.sha ?? sha).toMatch(/^[0-9a-f]{7,64}$/i);
        expect(pull?.number ?? 1).toBeGreaterThan(0);
        expect(context.defaultBranch ?? 'main').toMatch(/^[^\s~^:?*[\\]+$/);
      }),
    );
  });

  test.each([null, undefined, 7, 'text', [{ pull_request: {} }]])('%j is an event without parts', (given) => {
    expect(readEvent(given)).toEqual({});
  });

  test('a part that is not well-formed is dropped, and the others are kept', () => {
    const event = readEvent({
      action: 7,
      pull_request: { number: -1, head: { sha }, base: { sha, repo: { full_name: 'acme/storefront' } } },
      deployment: { sha: '../../etc/passwd', environment: 'Preview' },
      deployment_status: { state: 'success', environment_url: 17, target_url: 'https://a.example' },
      workflow_run: { head_sha: sha, pull_requests: 'none' },
      client_payload: { url: 'https://b.example', git: { sha: 'main' } },
    });
    expect(event.action).toBeUndefined();
    expect(event.pull_request).toBeUndefined();
    expect(event.deployment).toBeUndefined();
    expect(event.deployment_status).toMatchObject({ state: 'success', target_url: 'https://a.example' });
    expect(event.deployment_status?.environment_url).toBeUndefined();
    expect(event.workflow_run).toEqual({ head_sha: sha, pull_requests: undefined });
    expect(event.client_payload).toMatchObject({ url: 'https://b.example', git: undefined });
  });

  test.each([
    ...['..', 'a/../b', '.', '-x', '/', 'a//b', 'a b', 'a?b', 'a\n', 'a.lock', 'a..b', '@{1}', ''],
    ...[7, null],
  ])('%j is the name of no branch', (name) => {
    expect(defaultBranchOf(name)).toBeUndefined();
  });

  test.each(['main', 'release/2.x', 'a%2e%2e', 'fix#1', 'ação', 'a@b', 'a&b=c'])('%j is one', (name) => {
    expect(defaultBranchOf(name)).toBe(name);
  });

  test('a pull request from a deleted fork is still one from a fork', () => {
    const base = { sha, repo: { full_name: 'acme/storefront' } };
    const event = readEvent({ pull_request: { number: 7, head: { sha, repo: null }, base } });
    expect(pullRequestOf(readContext({}, event), event)).toMatchObject({ number: 7, fromFork: true });
  });
});

const { signal } = new AbortController();
const acme = readContext({ GITHUB_REPOSITORY: 'acme/storefront' }, {});

describe('findVisibility', () => {
  const unasked = async (given: unknown) => {
    let asked = 0;
    const github = async () => {
      asked += 1;
      throw new Error('asked');
    };
    const visibility = await findVisibility({ github, context: acme, event: readEvent(given) }, signal);
    return [visibility, asked];
  };

  test.each([
    [{ visibility: 'public', private: false }, 'public'],
    [{ visibility: 'private', private: true }, 'restricted'],
    [{ visibility: 'internal', private: true }, 'restricted'],
    [{ private: false }, 'public'],
    [{ private: true }, 'restricted'],
  ])('reads %j as %s', async (repository, visibility) => {
    expect(await unasked({ repository })).toEqual([visibility, 0]);
  });

  test.each([null, {}, { repository: null }, { repository: {} }, { repository: { private: 'yes' } }])(
    'asks about %j',
    async (event) => {
      expect(await unasked(event)).toEqual(['unknown', 1]);
    },
  );
});

const attempts: fc.Arbitrary<RunAttempt> = fc.record({
  runId: fc.nat(3),
  attempt: fc.integer({ min: 1, max: 3 }),
});

test('isNewer compares the run, then the attempt, and is a strict order', () => {
  fc.assert(
    fc.property(attempts, attempts, (a, b) => {
      expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
      expect(isNewer(a, a)).toBe(false);
      const later = a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
      expect(isNewer(a, b)).toBe(later);
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import {
  mayHavePullRequest,
  type PullRequestStatus,
  pullRequestOf,
} from '../../../src/github/pull-request.ts';
import { type PolicyRevision, policyRevision, resolveRevision } from '../../../src/policy/policy-revision.ts';
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
import { tipOf } from '../../support/github/views.ts';
import type { GitHubOptions } from '../../support/github.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startGitHub } from '../../support/servers.ts';

function read({ name, env }: RunnerEvent, payload: unknown) {
  const event = readEvent(payload);
  const variables = { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'acme/storefront', ...env };
  return { event, context: readContext(variables, event) };
}

/** The revision for `event`, whose payload can be replaced. GitHub knows no further pull request. */
function revisionFor(given: RunnerEvent, payload: unknown = given.payload): PolicyRevision {
  const { context, event } = read(given, payload);
  const pull = pullRequestOf(context, event);
  const found: PullRequestStatus = pull === null ? { kind: 'none' } : { kind: 'known', ...pull };
  const revision = policyRevision(context, event, found);
  if (pull === null && mayHavePullRequest(context, event))
    expect(revision).toEqual(policyRevision(context, event, { kind: 'unknown' }));
  return revision;
}

const pushed = '4'.repeat(40);
const at = (sha: string): PolicyRevision => ({ kind: 'commit', sha });
const baseBranch = (base: string): PolicyRevision => ({ kind: 'branch', base });
const defaultBranch: PolicyRevision = { kind: 'branch', base: null };

describe('policyRevision', () => {
  test.each<[string, RunnerEvent, PolicyRevision]>([
    ['pull_request: its base branch', pullRequest({ baseRef: 'release/2' }), baseBranch('release/2')],
    ['pull_request of a fork: its base branch', pullRequest({ fork: true }), baseBranch('main')],
    [
      'pull_request_target: its base branch',
      pullRequest({ eventName: 'pull_request_target' }),
      baseBranch('main'),
    ],
    ['merge_group: its base', mergeGroup(), at(BASE_SHA)],
    ['deployment_status: the default branch', deploymentStatus(), defaultBranch],
    ['repository_dispatch: the default branch', repositoryDispatch(), defaultBranch],
    ['workflow_run for a pull request: its base branch', workflowRun(), baseBranch('main')],
    ['workflow_run of a fork: the default branch', workflowRun({ pullNumbers: [] }), defaultBranch],
    ['push: what was pushed', push({ sha: pushed }), at(pushed)],
    ['schedule: the commit of the run', schedule({ sha: pushed }), at(pushed)],
    ['workflow_dispatch: the commit of the run', workflowDispatch({ sha: pushed }), at(pushed)],
    ['release: the commit of the tag', release({ sha: pushed }), at(pushed)],
  ])('%s', (_what, event, revision) => {
    expect(revisionFor(event)).toEqual(revision);
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
        const revision = revisionFor(event, payload);
        expect([at(HEAD_SHA), at(MERGE_SHA)]).not.toContainEqual(revision);
      }
    }
  });

  test('is the default branch if the payload of a pull request is malformed, never the merge commit', () => {
    const whole = pullRequest();
    const pull: unknown = whole.payload['pull_request'];
    if (typeof pull !== 'object' || pull === null) throw new Error('no pull request');
    const base = { ref: 'main', sha: BASE_SHA };
    for (const broken of [
      {},
      { pull_request: null },
      { pull_request: { ...pull, base: null } },
      { pull_request: { ...pull, base } },
      {
        pull_request: { ...pull, base: { ...base, ref: '../main', repo: { full_name: 'acme/storefront' } } },
      },
      { pull_request: { ...pull, number: '7' } },
      { pull_request: { ...pull, head: {} } },
    ])
      expect(revisionFor(whole, broken)).toEqual(defaultBranch);
  });

  test('is the default branch if the pull request is to be merged into another repository', () => {
    const whole = pullRequest({ baseRepository: 'stranger/storefront' });
    expect(revisionFor(whole)).toEqual(defaultBranch);
  });

  test('is the default branch if the payload of a merge group is malformed', () => {
    for (const broken of [{}, { merge_group: {} }, { merge_group: { base_sha: '' } }, null])
      expect(revisionFor(mergeGroup(), broken)).toEqual(defaultBranch);
  });
});

/** Resolves a revision at a GitHub with `options`. */
async function resolve(revision: PolicyRevision, options: GitHubOptions = {}, payload?: object) {
  await using server = await startGitHub(options);
  const { token, url: apiUrl } = server;
  const { signal } = new AbortController();
  const github = await connectGitHub({ token, apiUrl, log: createRecordingLog(), signal });
  const given = pullRequest();
  const { event, context } = read(given, payload ?? given.payload);
  const commit = await resolveRevision(github, { event, context }, revision).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { commit, asked: server.requests.map(({ path }) => path.replace('/repos/acme/storefront', '')) };
}

const main = { sha: tipOf('main'), branch: 'main' };

describe('resolveRevision', () => {
  test('takes a commit as it is', async () => {
    expect(await resolve(at(pushed))).toEqual({ commit: { sha: pushed, branch: null }, asked: [] });
  });

  test('asks for the default branch alone, also if it is the base', async () => {
    for (const revision of [defaultBranch, baseBranch('main')])
      expect(await resolve(revision)).toEqual({ commit: main, asked: ['/branches/main'] });
  });

  test('takes a base branch that is protected', async () => {
    const { commit, asked } = await resolve(baseBranch('release/2.x'), {
      protectedBranches: ['release/2.x'],
    });
    expect(commit).toEqual({ sha: tipOf('release/2.x'), branch: 'release/2.x' });
    expect(asked).toEqual(['/branches/release%2F2.x']);
  });

  test.each<[string, GitHubOptions]>([
    ['not protected', { contents: { lax: {} } }],
    ['deleted', {}],
  ])('takes the default branch if the base branch is %s', async (_what, options) => {
    const { commit, asked } = await resolve(baseBranch('lax'), options);
    expect([commit, asked]).toEqual([main, ['/branches/lax', '/branches/main']]);
  });

  test('asks for the name of the default branch if the payload has none', async () => {
    const { commit, asked } = await resolve(defaultBranch, {}, {});
    expect([commit, asked]).toEqual([main, ['', '/branches/main']]);
    const known = await resolve(baseBranch('main'), {}, {});
    expect([known.commit, known.asked]).toEqual([main, ['/branches/main', '']]);
  });

  test('fails if the default branch cannot be read', async () => {
    const gone = { repository: { default_branch: 'gone' } };
    expect((await resolve(defaultBranch, {}, gone)).commit).toMatchObject({ status: 404 });
    const refused = await resolve(baseBranch('lax'), { permissions: { contents: 'none' } });
    expect(refused.commit).toMatchObject({ status: 403 });
  });

  test.each([null, 'text', {}, { commit: {} }, { commit: { sha: 'main' }, protected: true }])(
    'does not understand the branch %j',
    async (json) => {
      const effect = { kind: 'status', status: 200, json } as const;
      const { commit } = await resolve(defaultBranch, { faults: [{ path: /branches/, effect }] });
      expect(commit).toMatchObject({ fault: { kind: 'malformed' } });
    },
  );

  test.each([null, 'text', {}, { default_branch: '..' }])(
    'does not understand the repository %j',
    async (json) => {
      const effect = { kind: 'status', status: 200, json } as const;
      const { commit, asked } = await resolve(
        defaultBranch,
        { faults: [{ path: /storefront$/, effect }] },
        {},
      );
      expect(commit).toMatchObject({ fault: { kind: 'malformed' } });
      expect(asked).toEqual(['']);
    },
  );
});

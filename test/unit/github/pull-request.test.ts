import { describe, expect, test } from '@jest/globals';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import {
  findPullRequest,
  type PullRequestLookup,
  pullRequestInPayload,
} from '../../../src/github/pull-request.ts';
import {
  BASE_SHA,
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  repositoryDispatch,
  schedule,
  workflowRun,
} from '../../support/events.ts';
import { Faults } from '../../support/faults.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { startLoopback } from '../../support/loopback.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { connectTo } from './connect-to.ts';

function read(given: RunnerEvent) {
  const event = readEvent(given.payload);
  const env = { GITHUB_EVENT_NAME: given.name, GITHUB_REPOSITORY: 'acme/storefront', ...given.env };
  return { event, context: readContext(env, event) };
}

async function find(given: RunnerEvent, options: GitHubOptions = {}) {
  await using server = await startGitHub({ ...options });
  const log = createRecordingLog();
  const github = () => connectTo(server);
  const found = await findPullRequest({ ...read(given), github }, true, log);
  return { found, log, asked: server.requests.length };
}

/** Another event, with the payload of a push unless one is given. */
const named = (name: string, payload = push().payload): RunnerEvent => ({ ...push(), name, payload });

const ofHead = { number: 7, headSha: HEAD_SHA };
const known = { kind: 'found', ...ofHead, isFromFork: false };

describe('the pull request', () => {
  test.each<[eventName: string, given: RunnerEvent, expected: object | null]>([
    ['pull_request', pullRequest(), { number: 7, isFromFork: false }],
    ['pull_request from a fork', pullRequest({ fork: true }), { number: 7, isFromFork: true }],
    ['pull_request_target', pullRequest({ eventName: 'pull_request_target' }), { number: 7 }],
    ['workflow_run', workflowRun(), { number: 7, isFromFork: false }],
    ['workflow_run of two', workflowRun({ pullNumbers: [7, 8] }), null],
    ['workflow_run of one in a fork', workflowRun({ pullRepositoryId: 99 }), null],
    ['pull_request into another', pullRequest({ baseRepository: 'a/b' }), { number: 7, isFromFork: true }],
    ['merge_group', mergeGroup({ number: 104 }), { number: 104, headSha: HEAD_SHA }],
    ['push', push(), null],
    ['deployment_status', deploymentStatus(), null],
    ['schedule', schedule(), null],
  ])('is read from a %s payload', (_eventName, given, expected) => {
    const { context, event } = read(given);
    const found = pullRequestInPayload(context, event);
    expect(found === null ? null : { ...found, ...expected }).toEqual(found);
    expect(found === null).toBe(expected === null);
  });

  test('of a workflow run is none if its head is another commit now', () => {
    const given = workflowRun({ headSha: HEAD_SHA, pullNumbers: [7] });
    const { context } = read(given);
    const pull_requests = [{ number: 7, head: { sha: HEAD_SHA }, base: { sha: BASE_SHA } }];
    const event = readEvent({ workflow_run: { head_sha: MERGE_SHA, pull_requests } });
    expect(pullRequestInPayload(context, event)).toBeNull();
  });

  test.each([
    'refs/heads/gh-readonly-queue/main/pr-x-0123',
    'refs/heads/main',
    `refs/heads/gh-readonly-queue/main/pr-7-${'z'.repeat(40)}`,
    `refs/heads/gh-readonly-queue/main/pr-99999999999-${BASE_SHA}`,
  ])('of a merge group with the head %s is none', (headRef) => {
    const { context } = read(mergeGroup());
    const event = readEvent({ merge_group: { head_sha: HEAD_SHA, head_ref: headRef } });
    expect(pullRequestInPayload(context, event)).toBeNull();
  });

  test('of a merge group is found if the branch has slashes', () => {
    const { context } = read(mergeGroup());
    const headRef = `refs/heads/gh-readonly-queue/release/2.x/pr-12-${BASE_SHA}`;
    const event = readEvent({ merge_group: { head_sha: HEAD_SHA, head_ref: headRef } });
    expect(pullRequestInPayload(context, event)?.number).toBe(12);
  });
});

describe('the search by commit', () => {
  test.each<[eventName: string, given: RunnerEvent]>([
    ['deployment_status', deploymentStatus()],
    ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } })],
    ['workflow_run', workflowRun({ pullNumbers: [] })],
    ['push', push()],
  ])('finds the open one on %s', async (_eventName, given) => {
    const { found } = await find(given, { pulls: [ofHead] });
    expect(found).toMatchObject(known);
  });

  test('recognizes a fork', async () => {
    const pulls = [{ ...ofHead, headRepository: 'stranger/storefront' }];
    expect((await find(deploymentStatus(), { pulls })).found).toMatchObject({ ...known, isFromFork: true });
  });

  test('ignores closed ones, and those whose head is another commit', async () => {
    const closed = { ...ofHead, state: 'closed' } as const;
    const older = { number: 8, headSha: MERGE_SHA, olderShas: [HEAD_SHA] };
    for (const pulls of [[closed], [older], [closed, older]]) {
      const { found, log } = await find(deploymentStatus(), { pulls });
      expect(found).toEqual({ kind: 'unknown' });
      expect(log.of('notice')).toEqual([]);
    }
  });

  test('chooses none of several, and names them', async () => {
    const { found, log } = await find(push(), { pulls: [ofHead, { ...ofHead, number: 8 }] });
    expect(found).toEqual({ kind: 'unknown' });
    expect(log.of('notice')).toEqual([
      expect.stringMatching(/several open pull requests \(#7, #8\).*no comment/),
    ]);
  });

  test.each<[eventName: string, given: RunnerEvent]>([
    ['schedule', schedule()],
    ['workflow_dispatch', named('workflow_dispatch')],
    ['release', named('release')],
    ['issues', named('issues')],
    ['issue_comment on an issue', named('issue_comment', { issue: { number: 7 } })],
  ])('is skipped on %s, which has none', async (_eventName, given) => {
    expect(await find(given)).toMatchObject({ found: { kind: 'none' }, asked: 0 });
  });

  const malformed = 'with a payload that is not understood';
  const pullIssue = { issue: { number: 7, pull_request: { url: 'https://api.example/pulls/7' } } };
  test.each<[eventName: string, given: RunnerEvent]>([
    [`pull_request ${malformed}`, { ...pullRequest(), payload: {} }],
    ['pull_request_review with that of a push', named('pull_request_review')],
    [`merge_group ${malformed}`, { ...mergeGroup(), payload: {} }],
    [`workflow_run ${malformed}`, { ...workflowRun(), payload: {} }],
    ['issue_comment on a pull request', named('issue_comment', pullIssue)],
    [`issue_comment ${malformed}`, named('issue_comment', {})],
    ['repository_dispatch without a commit', repositoryDispatch()],
    ['check_suite', named('check_suite')],
  ])('is skipped on %s, which may have one', async (_eventName, given) => {
    expect(await find(given)).toMatchObject({ found: { kind: 'unknown' }, asked: 0 });
  });

  test.each<[which: string, given: RunnerEvent, kind: PullRequestLookup['kind']]>([
    ['of a push without pull requests', workflowRun({ event: 'push', pullNumbers: [] }), 'none'],
    ['of a schedule', workflowRun({ event: 'schedule', pullNumbers: [] }), 'none'],
    [
      'of a push whose branch a fork takes in',
      workflowRun({ event: 'push', pullNumbers: [3], pullRepositoryId: 99 }),
      'none',
    ],
    ['of two pull requests', workflowRun({ pullNumbers: [7, 8] }), 'unknown'],
    ['of a pull request that is closed now', workflowRun({ pullNumbers: [] }), 'unknown'],
    ['of a push with two pull requests', workflowRun({ event: 'push', pullNumbers: [7, 8] }), 'unknown'],
    ['of another workflow_run', workflowRun({ event: 'workflow_run', pullNumbers: [] }), 'unknown'],
  ])('on a workflow_run %s finds none, and says what that means', async (_which, given, kind) => {
    expect((await find(given)).found).toEqual({ kind });
  });

  test.each<[what: string, json: unknown]>([
    ['an object', {}],
    ['a list of something else', [{ number: 7 }]],
    ['a list with nothing', [null]],
  ])('does not take %s for a list of pull requests', async (_what, json) => {
    const effect = { kind: 'status', status: 200, json } as const;
    const faults = [{ path: /pulls/, effect }];
    await expect(find(push(), { faults })).rejects.toMatchObject({ fault: { kind: 'malformed' } });
  });

  test("looks for the fork's branch if the commit is only in the fork", async () => {
    const pull = (number: number, sha: string) => ({
      number,
      state: 'open',
      head: { sha, repo: { full_name: 'stranger/storefront' } },
      base: { ref: 'main', sha: BASE_SHA, repo: { full_name: 'acme/storefront' } },
    });
    const pulls = [pull(3, MERGE_SHA), pull(7, HEAD_SHA)];
    await using server = await startLoopback({
      faults: new Faults(),
      respond: ({ path }) => ({ status: 200, json: path.endsWith('/storefront/pulls') ? pulls : [] }),
    });
    const github = () => connectTo({ token: 't', url: server.url });
    const fork = { headRepository: 'stranger/storefront', headBranch: 'fix/it' };
    const given = workflowRun({ pullNumbers: [], ...fork });
    const log = createRecordingLog();
    const found = await findPullRequest({ ...read(given), github }, true, log);
    expect(found).toMatchObject({ ...known, isFromFork: true });
    expect(server.requests.at(-1)?.query.get('head')).toBe('stranger:fix/it');
    expect(server.requests.at(-1)?.query.get('state')).toBe('open');
  });
});

import { describe, expect, test } from '@jest/globals';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { findPullRequest, isBranchRun, pullRequestInPayload } from '../../../src/github/pull-request.ts';
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
  await using server = await startGitHub(options);
  const log = createRecordingLog();
  const connect = () => connectTo(server);
  const found = await findPullRequest({ ...read(given), connect }, log);
  expect(server.violations).toEqual([]);
  return { found, log, asked: server.requests.length };
}

const comment = { ...push(), name: 'issue_comment', payload: { issue: { number: 7, pull_request: {} } } };

const ofHead = { number: 7, headSha: HEAD_SHA };
const known = { pullRequest: { ...ofHead, isFromFork: false }, isPullRequestUnknown: false };
const none = { pullRequest: null, isPullRequestUnknown: false };
const unknown = { pullRequest: null, isPullRequestUnknown: true };

describe('the pull request', () => {
  test.each<[eventName: string, given: RunnerEvent, expected: object | null]>([
    ['pull_request', pullRequest(), { number: 7, isFromFork: false }],
    ['pull_request from a fork', pullRequest({ fork: true }), { number: 7, isFromFork: true }],
    ['pull_request_target', pullRequest({ eventName: 'pull_request_target' }), { number: 7 }],
    ['workflow_run', workflowRun(), null],
    ['pull_request into another', pullRequest({ baseRepository: 'a/b' }), { number: 7, isFromFork: true }],
    ['merge_group', mergeGroup({ number: 104 }), { number: 104, headSha: HEAD_SHA }],
  ])('is read from a %s payload', (_eventName, given, expected) => {
    const { context, event } = read(given);
    expect(pullRequestInPayload(context, event)).toEqual(expected && expect.objectContaining(expected));
  });

  test.each([
    [`refs/heads/gh-readonly-queue/release/2.x/pr-12-${BASE_SHA}`, 12],
    ['refs/heads/gh-readonly-queue/main/pr-x-0123', undefined],
    ['refs/heads/main', undefined],
    [`refs/heads/gh-readonly-queue/main/pr-7-${'z'.repeat(40)}`, undefined],
    [`refs/heads/gh-readonly-queue/main/pr-99999999999-${BASE_SHA}`, undefined],
  ])('of a merge group with the head %s is %j', (headRef, number) => {
    const { context } = read(mergeGroup());
    const event = readEvent({ merge_group: { head_sha: HEAD_SHA, head_ref: headRef } });
    expect(pullRequestInPayload(context, event)?.number).toBe(number);
  });
});

describe('the search by commit', () => {
  test.each<[eventName: string, given: RunnerEvent]>([
    ['deployment_status', deploymentStatus()],
    ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } })],
    ['workflow_run', workflowRun()],
    ['push', push()],
  ])('finds the open one on %s', async (_eventName, given) => {
    const { found } = await find(given, { pulls: [ofHead] });
    expect(found).toMatchObject(known);
  });

  test('recognizes a fork', async () => {
    const pulls = [{ ...ofHead, headRepository: 'stranger/storefront' }];
    const { found } = await find(deploymentStatus(), { pulls });
    expect(found.pullRequest).toMatchObject({ ...ofHead, isFromFork: true });
  });

  test('ignores closed ones, and those whose head is another commit', async () => {
    const closed = { ...ofHead, state: 'closed' } as const;
    const older = { number: 8, headSha: MERGE_SHA, olderShas: [HEAD_SHA] };
    for (const pulls of [[closed], [older], [closed, older]]) {
      const { found, log } = await find(deploymentStatus(), { pulls });
      expect(found).toEqual(none);
      expect(log.of('notice')).toEqual([]);
    }
  });

  test('chooses none of several, and names them', async () => {
    const { found, log } = await find(push(), { pulls: [ofHead, { ...ofHead, number: 8 }] });
    expect(found).toEqual(unknown);
    expect(log.of('notice')).toEqual([
      expect.stringMatching(/several open pull requests \(#7, #8\).*no comment/),
    ]);
  });

  const malformed = 'with a payload that is not understood';
  test.each<[eventName: string, given: RunnerEvent]>([
    ['schedule', schedule()],
    ['issue_comment', comment],
    ['repository_dispatch without a commit', repositoryDispatch()],
    [`pull_request ${malformed}`, { ...pullRequest(), payload: {} }],
    [`merge_group ${malformed}`, { ...mergeGroup(), payload: {} }],
    [`workflow_run ${malformed}`, { ...workflowRun(), payload: {} }],
  ])('is skipped on %s', async (_eventName, given) => {
    expect(await find(given)).toMatchObject({ found: none, asked: 0 });
  });

  test('is skipped on a workflow_run whose commit is the tip of the base branch', async () => {
    const given = workflowRun({ event: 'pull_request_target' });
    const { found, log, asked } = await find(given, { pulls: [ofHead] });
    expect({ found, asked }).toEqual({ found: none, asked: 0 });
    expect(log.of('notice')).toEqual([expect.stringContaining('ran on `pull_request_target`')]);
  });

  test.each([{}, [{ number: 7 }]])('does not take %j for a list of pull requests', async (json) => {
    const faults = [{ path: /pulls/, effect: { kind: 'status', status: 200, json } as const }];
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
    const connect = () => connectTo({ token: 't', url: server.url });
    const fork = { headRepository: 'stranger/storefront', headBranch: 'fix/it' };
    const found = await findPullRequest({ ...read(workflowRun(fork)), connect }, createRecordingLog());
    expect(found.pullRequest).toMatchObject({ ...ofHead, isFromFork: true });
    expect(server.requests.at(-1)?.query.get('head')).toBe('stranger:fix/it');
    expect(server.requests.at(-1)?.query.get('state')).toBe('open');
  });
});

test.each<[eventName: string, lookup: Parameters<typeof isBranchRun>[1], isOfBranch: boolean]>([
  ['push', none, true],
  ['schedule', none, true],
  ['workflow_dispatch', none, true],
  ['release', none, true],
  ['push', known, false],
  ['push', unknown, false],
  ['deployment_status', none, false],
  ['issue_comment', none, false],
  ['workflow_run', none, false],
])('a run on %s with %j is one of a branch: %j', (eventName, lookup, isOfBranch) => {
  const { context } = read({ ...push(), name: eventName });
  expect(isBranchRun(context, lookup)).toBe(isOfBranch);
});

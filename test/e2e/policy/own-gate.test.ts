import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
  workflowRun,
} from '../../support/events.ts';
import { tipOf } from '../../support/github/views.ts';
import { readOutput } from '../run-files.ts';
import { policyPath, type Scene, startScene } from '../scene.ts';

const strict = { [policyPath]: 'fail-on: low\n' };
const weakened = { [policyPath]: 'fail-on: never\n' };
const groupBaseSha = '9'.repeat(40);

/** The pull request switches the gate off in its own copy of the policy, and in branches of its author's own. */
const contents = {
  main: strict,
  release: strict,
  [groupBaseSha]: strict,
  // The base when the pull request was opened. The policy has been tightened since.
  [BASE_SHA]: weakened,
  [HEAD_SHA]: weakened,
  [MERGE_SHA]: weakened,
  feature: weakened,
  lax: weakened,
};
const protectedBranches = ['release'];
const quiet = { reports: 'none', comment: 'never' };
const pulls = [{ number: 7, headSha: HEAD_SHA, baseRef: 'lax' }];

/** Name, event, and the commit that is read: each way to it. Further events: `policy-revision.test.ts`. */
const events: [string, RunnerEvent, string][] = [
  ['pull_request', pullRequest(), tipOf('main')],
  ['pull_request of a fork', pullRequest({ fork: true }), tipOf('main')],
  ['pull_request_target', pullRequest({ eventName: 'pull_request_target' }), tipOf('main')],
  ['pull_request into a protected branch', pullRequest({ baseRef: 'release' }), tipOf('release')],
  ['pull_request into a branch of its own', pullRequest({ baseRef: 'lax' }), tipOf('main')],
  ['merge_group', mergeGroup({ baseSha: groupBaseSha }), groupBaseSha],
  ['deployment_status', deploymentStatus(), tipOf('main')],
  ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } }), tipOf('main')],
  ['workflow_run of a fork', workflowRun({ pullNumbers: [], headRepository: 'eve/x' }), tipOf('main')],
  ['push of a pull request', push({ branch: 'feature' }), tipOf('main')],
  ['pull_request with a payload that is not understood', { ...pullRequest(), payload: {} }, tipOf('main')],
];

describe('a pull request that edits the policy file does not change its own gate', () => {
  // The runs change nothing there.
  let scene: Scene;
  let scanId: string;
  beforeAll(async () => {
    scene = await startScene({ github: { contents, protectedBranches, pulls } });
    scanId = await scene.scanned(scene.weak.url);
  });
  afterAll(async () => scene[Symbol.asyncDispose]());

  test.each(events)('on %s', async (_name, given, commit) => {
    const before = scene.github.requests.length;
    const run = await scene.run({ event: given, inputs: { ...quiet, 'scan-id': scanId } });
    expect(run.outputs).toMatchObject({ verdict: 'fail' });
    expect(run.exitCode).toBe(1);
    const requests = scene.github.requests.slice(before);
    const asked = requests.filter(({ path }) => path.includes('/contents/'));
    expect(asked.map(({ query }) => query.get('ref'))).toEqual([commit]);
    expect(run.maskedLog).toContain(`Policy file: ${policyPath} at ${commit}`);
  });
});

test.concurrent('a re-run sees what was merged since, and the commit is in log, summary, comment and JSON', async () => {
  await using scene = await startScene({ github: { contents } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { reports: 'none', 'scan-id': scanId };
  expect((await scene.run({ inputs })).outputs['verdict']).toBe('fail');
  scene.github.state.contents.set('main', new Map(Object.entries(weakened)));
  const again = await scene.run({ inputs, runAttempt: 2 });
  expect(again.outputs['verdict']).toBe('pass');
  const sha = tipOf('main');
  expect(again.maskedLog).toContain(`Policy file: ${policyPath} at ${sha} (branch main)`);
  const shown = `\`${policyPath}\` (commit \`${sha.slice(0, 7)}\`)`;
  for (const text of [again.summary, ...scene.comments()]) expect(text).toContain(shown);
  const result = JSON.parse(await readOutput(again, 'result-path'));
  expect(result.policy).toMatchObject({ file: policyPath, commit: sha });
});

test.concurrent('the policy costs two requests, three with a base branch that may be its author’s own', async () => {
  await using scene = await startScene({ github: { contents } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { ...quiet, 'scan-id': scanId };
  const ask = async (given: RunnerEvent) => {
    const before = scene.github.requests.length;
    await scene.run({ event: given, inputs });
    return scene.github.requests.slice(before).map(({ path }) => path.split('/').slice(4).join('/'));
  };
  const file = `contents/${encodeURIComponent(policyPath)}`;
  expect(await ask(pullRequest())).toEqual(['branches/main', file]);
  expect(await ask(pullRequest({ baseRef: 'a/b' }))).toEqual(['branches/a%2Fb', 'branches/main', file]);
});

describe('is inconclusive, and starts no scan', () => {
  const sha = '4'.repeat(40);
  const answer = (path: RegExp, json: unknown) => ({
    faults: [{ path, effect: { kind: 'status', status: 200, json } as const }],
  });

  test.each([
    [
      'where GitHub shows no such commit',
      push({ sha }),
      { missingCommits: [sha] },
      /HTTP 404.*contents: read/,
    ],
    [
      'where the default branch cannot be found',
      { ...pullRequest(), payload: { repository: { default_branch: 'gone' } } },
      {},
      /HTTP 404.*contents: read/,
    ],
    ['where a page comes instead of a file', pullRequest(), answer(/contents/, 'hello'), /not understood/],
  ])('%s', async (_what, given, github, words) => {
    await using scene = await startScene({ github });
    const run = await scene.run({ event: given, inputs: { ...quiet, url: scene.hardened.url } });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.outputs['reason']).toMatch(words);
    expect(scene.sandbox.scans).toEqual([]);
  });

  test('and where the commit is there, a missing file is no file', async () => {
    await using scene = await startScene();
    const inputs = { ...quiet, url: scene.hardened.url };
    const run = await scene.run({ event: push({ sha }), inputs });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([0, 'pass']);
    expect(run.maskedLog).toContain(`There is no policy file ${policyPath} at ${sha}`);
    const commits = scene.github.requests.filter(({ path }) => path.endsWith(`/git/commits/${sha}`));
    expect(commits).toHaveLength(1);
  });
});

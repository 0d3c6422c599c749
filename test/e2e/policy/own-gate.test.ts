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
  release,
  repositoryDispatch,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../../support/events.ts';
import { blobOf } from '../../support/github/views.ts';
import { readOutput } from '../run-files.ts';
import { policyPath, type Scene, startScene } from '../scene.ts';

const strict = { [policyPath]: 'fail-on: low\n' };
const weakened = { [policyPath]: 'fail-on: never\n' };
const groupBaseSha = '9'.repeat(40);
const tagged = '4'.repeat(40);

/** Whoever may not merge into the default branch switches the gate off everywhere else. */
const contents = {
  main: strict,
  ...Object.fromEntries(
    [BASE_SHA, HEAD_SHA, MERGE_SHA, groupBaseSha, tagged, 'feature', 'release', 'v1'].map((ref) => [
      ref,
      weakened,
    ]),
  ),
};
const quiet = { reports: 'none', comment: 'never' };
const pulls = [{ number: 7, headSha: HEAD_SHA, baseRef: 'release' }];

const events: [string, RunnerEvent][] = [
  ['pull_request', pullRequest()],
  ['pull_request of a fork', pullRequest({ fork: true })],
  ['pull_request_target', pullRequest({ eventName: 'pull_request_target' })],
  ['pull_request into another branch', pullRequest({ baseRef: 'release' })],
  ['merge_group', mergeGroup({ baseSha: groupBaseSha })],
  ['deployment_status', deploymentStatus()],
  ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } })],
  ['workflow_run of a fork', workflowRun({ pullNumbers: [], headRepository: 'eve/x' })],
  ['push of a pull request', push({ branch: 'feature' })],
  ['push of a branch without a pull request', push({ branch: 'release', sha: tagged })],
  ['release of a tag', release({ sha: tagged })],
  ['schedule', schedule({ sha: tagged })],
  ['workflow_dispatch on a branch', workflowDispatch({ sha: tagged })],
  ['pull_request with a payload that is not understood', { ...pullRequest(), payload: {} }],
];

describe('the policy of the default branch is in force, whatever is gated', () => {
  // The runs change nothing there.
  let scene: Scene;
  let scanId: string;
  beforeAll(async () => {
    scene = await startScene({ github: { contents, pulls } });
    scanId = await scene.scanned(scene.weak.url);
  });
  afterAll(async () => scene[Symbol.asyncDispose]());

  test.each(events)('on %s', async (_name, given) => {
    const before = scene.github.requests.length;
    const run = await scene.run({ event: given, inputs: { ...quiet, 'scan-id': scanId } });
    expect(run.outputs).toMatchObject({ verdict: 'fail' });
    expect(run.exitCode).toBe(1);
    const requests = scene.github.requests.slice(before);
    const asked = requests.filter(({ path }) => path.includes('/contents/'));
    expect(asked.map(({ query }) => query.get('ref'))).toEqual([null]);
    expect(run.maskedLog).toContain(`Policy file: ${policyPath} on the default branch`);
  });
});

test('a re-run sees what was merged since, and the blob is in log, summary, comment and JSON', async () => {
  await using scene = await startScene({ github: { contents } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { reports: 'none', 'scan-id': scanId };
  expect((await scene.run({ inputs })).outputs['verdict']).toBe('fail');
  scene.github.state.contents.set('main', new Map(Object.entries(weakened)));
  const again = await scene.run({ inputs, runAttempt: 2 });
  expect(again.outputs['verdict']).toBe('pass');
  const blob = blobOf('fail-on: never\n');
  expect(again.maskedLog).toContain(`Policy file: ${policyPath} on the default branch, blob ${blob}`);
  const shown = `/acme/storefront/blob/HEAD/${policyPath}) (blob \`${blob.slice(0, 7)}\`)`;
  for (const text of [again.summary, ...scene.comments()]) expect(text).toContain(shown);
  const result = JSON.parse(await readOutput(again, 'result-path'));
  expect(result.policy).toMatchObject({ file: policyPath, blob });
});

test('the policy costs one request, two without a file', async () => {
  await using scene = await startScene({ github: { contents } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { ...quiet, 'scan-id': scanId };
  const ask = async () => {
    const before = scene.github.requests.length;
    const run = await scene.run({ inputs });
    const asked = scene.github.requests.slice(before).map(({ path }) => path.split('/').slice(4).join('/'));
    return { asked, log: run.maskedLog };
  };
  const file = `contents/${encodeURIComponent(policyPath)}`;
  expect((await ask()).asked).toEqual([file]);
  scene.github.state.contents.delete('main');
  const missing = await ask();
  expect(missing.asked).toEqual([file, 'commits/HEAD']);
  expect(missing.log).toContain(`There is no policy file ${policyPath} on the default branch`);
});

describe('is inconclusive, and starts no scan', () => {
  const answer = (path: RegExp, status: number, json: unknown) => ({
    faults: [{ path, effect: { kind: 'status', status, json } as const }],
  });
  const notFound = { message: 'Not Found' };

  test.each([
    [
      'where GitHub shows the token nothing',
      answer(/contents|commits/, 404, notFound),
      /HTTP 404.*contents: read/,
    ],
    ['where a page comes instead of a file', answer(/contents/, 200, 'hello'), /not understood/],
  ])('%s', async (_what, github, words) => {
    await using scene = await startScene({ github });
    const run = await scene.run({ inputs: { ...quiet, url: scene.hardened.url } });
    expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.outputs['reason']).toMatch(words);
    expect(scene.sandbox.scans).toEqual([]);
  });
});

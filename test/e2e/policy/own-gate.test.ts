import { describe, expect, test } from '@jest/globals';
import {
  BASE_SHA,
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  mergeGroup,
  pullRequest,
  type RunnerEvent,
  repositoryDispatch,
  workflowRun,
} from '../../support/events.ts';
import { policyPath, startScene } from '../scene.ts';

const strict = { [policyPath]: 'fail-on: low\n' };
const weakened = { [policyPath]: 'fail-on: never\n' };

/** The base of the pull request that the loopback GitHub finds by its commit. */
const foundBase = 'b'.repeat(40);

/** The pull request switches the gate off in its own copy of the policy. */
const contents = {
  main: strict,
  [BASE_SHA]: strict,
  [foundBase]: strict,
  [HEAD_SHA]: weakened,
  [MERGE_SHA]: weakened,
  feature: weakened,
};

/** Name, event, and the revision that is read; `null` is the default branch. */
const events: [string, RunnerEvent, string | null][] = [
  ['pull_request', pullRequest(), BASE_SHA],
  ['pull_request of a fork', pullRequest({ fork: true }), BASE_SHA],
  ['pull_request_target', pullRequest({ eventName: 'pull_request_target' }), BASE_SHA],
  ['merge_group', mergeGroup(), BASE_SHA],
  ['deployment_status', deploymentStatus(), foundBase],
  ['deployment_status of no pull request', deploymentStatus({ sha: '4'.repeat(40) }), null],
  ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } }), foundBase],
  ['workflow_run', workflowRun(), BASE_SHA],
  [
    'workflow_run of a fork',
    workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' }),
    foundBase,
  ],
  [
    'pull_request with a payload that is not understood',
    { ...pullRequest(), payload: { pull_request: {} } },
    null,
  ],
];

describe('a pull request that edits the policy file does not change its own gate', () => {
  test.each(events)('on %s', async (_name, event, revision) => {
    await using scene = await startScene({ github: { contents } });
    const scanId = await scene.scanned(scene.weak.url);
    const inputs = { 'scan-id': scanId, reports: 'none', comment: 'never' };
    const run = await scene.run({ event, inputs });
    expect(run.outputs).toMatchObject({ verdict: 'fail' });
    expect(run.exitCode).toBe(1);
    const asked = scene.github.requests.filter(({ path }) => path.includes('/contents/'));
    expect(asked.map(({ query }) => query.get('ref'))).toEqual([revision]);
  });
});

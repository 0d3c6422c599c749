import { describe, expect, test } from '@jest/globals';
import { HEAD_SHA, pullRequest, schedule, workflowRun } from '../../support/events.ts';
import { addDeployment } from '../../support/github/state.ts';
import { type Scene, startScene } from '../scene.ts';
import { commentedOn, pull, runEvent, startEventScene } from './event-scene.ts';

const fork = pullRequest({ fork: true });
const dependabot = pullRequest({ dependabot: true });
const runOfFork = workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' });
const readOnly = { pull_requests: 'read', issues: 'read' } as const;

function deploy(scene: Scene): void {
  const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
  addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
}

describe('without an API key', () => {
  test.each([
    ['a fork', fork],
    ['Dependabot', dependabot],
  ])('`skip` ends a pull request from %s green, with a notice and nothing scanned', async (_who, event) => {
    await using scene = await startEventScene({ permissions: readOnly });
    const inputs = { 'api-key': '', 'on-missing-api-key': 'skip' };
    const result = await runEvent(scene, { event, inputs });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'inconclusive']);
    expect(result.annotations.notice.map(({ message }) => message).join()).toMatch(
      /forks and from Dependabot/,
    );
    expect([scene.sandbox.requests.length, scene.comments(), result.annotations.warning]).toEqual([
      0,
      [],
      [],
    ]);
    expect(result.summary).toContain('Nothing was scanned');
  });

  test.each([
    ['a pull request from a fork, by default', fork, 'fail'],
    ['a branch of the repository', pullRequest(), 'skip'],
    ['a schedule', schedule(), 'skip'],
  ])('%s fails, and says where the key belongs', async (_who, event, onMissing) => {
    await using scene = await startEventScene();
    const inputs = { 'api-key': '', 'on-missing-api-key': onMissing, 'on-inconclusive': 'warn' };
    const result = await runEvent(scene, { event, inputs });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.outputs['reason']).toMatch(/api-key is empty.*secret/);
    expect(scene.sandbox.requests).toEqual([]);
  });
});

test('with a read-only token the verdict does not change, the summary is written, and the comment is a warning', async () => {
  await using scene = await startEventScene({ permissions: readOnly });
  deploy(scene);
  const result = await runEvent(scene, { event: fork, inputs: { 'fail-on': 'low' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
  expect(result.summary).toContain('❌ Scan Gate: ');
  expect(scene.comments()).toEqual([]);
  expect(result.annotations.warning).toHaveLength(1);
  expect(result.annotations.warning[0]?.message).toMatch(/comment.*pull-requests: write/s);
});

test('workflow_run scans what a fork deployed and comments, but reads neither files nor artifacts of the fork', async () => {
  await using scene = await startEventScene({
    pulls: [{ ...pull, headRepository: 'stranger/storefront' }],
  });
  deploy(scene);
  const result = await runEvent(scene, { event: runOfFork });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(commentedOn(scene)).toEqual([7]);
  const paths = scene.github.requests.map(({ path }) => path);
  expect(paths.filter((path) => path.includes('/actions/') || path.includes('/git/'))).toEqual([]);
  const files = scene.github.requests.filter(({ path }) => path.includes('/contents/'));
  expect(files.map(({ query }) => query.get('ref'))).toEqual([null]);
});

test('if several pull requests have that head, there is no comment but a notice', async () => {
  await using scene = await startEventScene({
    pulls: [pull, { ...pull, number: 8, baseSha: '7'.repeat(40) }],
  });
  deploy(scene);
  const result = await runEvent(scene, { event: runOfFork });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(scene.comments()).toEqual([]);
  const notices = result.annotations.notice.map(({ message }) => message);
  expect(notices).toContainEqual(expect.stringMatching(/several open pull requests \(#7, #8\)/));
});

test('if neither the pull request nor the policy can be read, the run is inconclusive and says why', async () => {
  await using scene = await startScene({
    github: {
      permissions: { pull_requests: 'none', contents: 'none', issues: 'none' },
    },
  });
  deploy(scene);
  const result = await runEvent(scene, { event: runOfFork });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.annotations.warning.map(({ message }) => message).join()).toContain('pull-requests: write');
  expect(result.outputs['reason']).toMatch(/policy file.*permissions: contents: read/);
});

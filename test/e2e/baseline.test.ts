import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import {
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  pullRequest,
  push,
  type RunnerEvent,
  workflowRun,
} from '../support/events.ts';
import { namesOf, readResult } from './run-files.ts';
import { gatePermissions, policyAtBase, policyPath, startScene } from './scene.ts';

const quiet = { reports: 'none', comment: 'never' };

test('with production as baseline, only the weakness that the preview adds blocks', async () => {
  await using production = await startWeakSite({ fixed: ['redirects'] });
  const contents = policyAtBase(`fail-on: medium\nbaseline: ${production.url}\n`);
  await using scene = await startScene({ github: { contents } });
  const productionScan = await scene.scanned(`${production.url}/`);

  const run = await scene.run();
  expect(run.exitCode).toBe(1);
  expect(await namesOf(run, 'blocking')).toEqual(['Open redirect']);
  const total = Number(run.outputs['total']);
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking: '1', new: '1', fixed: '0', ignored: '0' });
  expect(await namesOf(run, 'known')).toHaveLength(total - 1);
  expect(total).toBeGreaterThan(20);
  expect(run.maskedLog).toContain(productionScan);
  expect(scene.comments().join()).toContain('Open redirect');

  // Once fixed, the same pull request passes: what is left is known from production.
  scene.weak.fix('redirects', 'versions');
  const mended = await scene.run();
  expect(mended.exitCode).toBe(0);
  expect(mended.outputs).toMatchObject({ verdict: 'pass', blocking: '0', new: '0', fixed: '2' });
});

test('a scan id is a baseline, even if its target has changed since', async () => {
  await using scene = await startScene();
  const baseline = await scene.scanned(scene.weak.url);
  scene.weak.fix('exposures');
  const run = await scene.run({ inputs: { ...quiet, baseline } });
  expect(run.exitCode).toBe(0);
  expect(run.outputs).toMatchObject({ verdict: 'pass', new: '0', fixed: '5' });
});

test('with `baseline-scans`, what only an older scan of production has is known too, and the report says where it was seen', async () => {
  await using production = await startWeakSite();
  const text = `fail-on: medium\nbaseline: ${production.url}\n`;
  const contents = { main: { [policyPath]: `${text}baseline-scans: 3\n`, 'one.yml': text } };
  await using scene = await startScene({ github: { contents, permissions: gatePermissions } });
  const older = await scene.scanned(production.url);
  production.fix('redirects');
  const newest = await scene.scanned(production.url);

  const one = await scene.run({ inputs: { ...quiet, config: 'one.yml' } });
  expect(one.outputs).toMatchObject({ verdict: 'fail', blocking: '1', fixed: '0' });
  expect(await namesOf(one, 'blocking')).toEqual(['Open redirect']);

  const run = await scene.run();
  expect(run.exitCode).toBe(0);
  expect(run.outputs).toMatchObject({ verdict: 'pass', blocking: '0', new: '0', fixed: '0' });
  const comment = scene.comments().join();
  expect(comment).toContain(`seen in scan \`${older}\`, not in the newest`);
  expect(comment.match(/not in the newest/g)).toHaveLength(1);
  const { baseline, findings } = await readResult(run);
  expect(baseline).toMatchObject({ scanId: newest, older: [older], leftOut: [] });
  const from = new Map(findings.map(({ name, knownFrom }) => [name, knownFrom]));
  expect(from.get('Open redirect')).toBe(older);
  expect([...from.values()].filter((id) => id === newest).length).toBeGreaterThan(10);

  // An older one that is not whole does not count, and a notice says so.
  scene.sandbox.faults = [
    { endpoint: 'fetch', matches: ({ path }) => path.includes(older), fault: { kind: 'status', code: 404 } },
  ];
  const without = await scene.run({ inputs: quiet });
  expect(without.outputs).toMatchObject({ verdict: 'fail', blocking: '1' });
  expect(without.maskedLog).toMatch(new RegExp(`::notice.*are left out: ${older}`));
});

test('several scans of one scan are an error, whatever `on-inconclusive` says', async () => {
  const contents = policyAtBase('baseline: some-scan\nbaseline-scans: 2\n');
  await using scene = await startScene({ github: { contents } });
  const run = await scene.run({ inputs: { ...quiet, 'on-inconclusive': 'warn' } });
  expect(run.exitCode).toBe(1);
  expect(run.maskedLog).toContain('baseline-scans is 2, and baseline is a scan id');
  expect(scene.sandbox.scans).toEqual([]);
});

test('with a baseline without a finished scan every finding is new, and the run says so', async () => {
  await using scene = await startScene();
  const run = await scene.run({ inputs: { ...quiet, baseline: scene.hardened.url } });
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ verdict: 'fail', fixed: '' });
  expect(run.outputs['new']).toBe(run.outputs['total']);
  expect(run.maskedLog).toContain('every finding counts as new');
});

test('a list that was cut and holds no finished scan of the baseline is inconclusive, and says so', async () => {
  await using scene = await startScene();
  const list = [{ url: scene.hardened.url, scans: [], total: 4 }];
  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'body', body: JSON.stringify(list) } }];
  const run = await scene.run({
    inputs: { reports: 'none', baseline: scene.hardened.url, 'fail-on': 'never' },
  });
  expect([run.exitCode, run.outputs['verdict'], run.outputs['new']]).toEqual([1, 'inconclusive', '']);
  for (const text of [run.maskedLog, run.outputs['reason'], scene.comments()[0]])
    expect(text).toContain('The scan list of the service was cut: it names 0 of 4 scans');
});

test('a baseline that cannot be read is inconclusive, and never a pass', async () => {
  await using scene = await startScene();
  const baseline = 'no-such-scan';
  const inputs = { ...quiet, url: scene.hardened.url, 'fail-on': 'never', baseline };
  const run = await scene.run({ inputs });
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ verdict: 'inconclusive', new: '', fixed: '' });
  expect(run.outputs['reason']).toContain(baseline);
  const warned = await scene.run({ inputs: { ...inputs, 'on-inconclusive': 'warn' } });
  expect(warned.exitCode).toBe(0);
  expect(warned.outputs['verdict']).toBe('inconclusive');
});

test('a baseline that is its own target is an error, before a scan starts', async () => {
  await using scene = await startScene();
  const { port } = new URL(scene.weak.url);
  // Other names of the same target: `parse-baseline.test.ts`.
  for (const baseline of ['previous', `http://127.1:${port}/?a=b`]) {
    const run = await scene.run({ inputs: { ...quiet, baseline, 'on-inconclusive': 'warn' } });
    expect(run.exitCode).toBe(1);
    expect(run.maskedLog).toContain('the second push would pass everything');
  }
  expect(scene.sandbox.scans).toEqual([]);
});

test('nor can it be if the target is known by the id of its scan alone, or not at all', async () => {
  await using scene = await startScene();
  const own = await scene.scanned(scene.weak.url);
  const inputs = { ...quiet, 'on-inconclusive': 'warn', baseline: scene.weak.url };
  const listed = await scene.run({ inputs: { ...inputs, 'scan-id': own.toUpperCase() } });
  expect(listed.exitCode).toBe(1);
  expect(listed.maskedLog).toMatch(/is the target itself.*the second push would pass everything/);
  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'body', body: '[]' } }];
  const unlisted = await scene.run({ inputs: { ...inputs, 'scan-id': own, baseline: scene.hardened.url } });
  expect(unlisted.exitCode).toBe(1);
  expect(unlisted.maskedLog).toMatch(/may be the target itself, which is not known without url/);
});

const issueComment = (issue: object): RunnerEvent => ({
  ...push(),
  name: 'issue_comment',
  payload: { issue },
});
const runOf = (pullNumbers: number[]) => workflowRun({ headSha: '6'.repeat(40), pullNumbers });

test.each<[string, RunnerEvent]>([
  ['a workflow_run with two pull requests', workflowRun({ pullNumbers: [7, 8] })],
  ['a workflow_run whose pull request has moved on', runOf([])],
  ['a comment on a pull request', issueComment({ pull_request: {} })],
  ['a pull_request event that cannot be read', { ...pullRequest(), payload: {} }],
  ['a deployment of a commit that a pull request has left behind', deploymentStatus({ sha: MERGE_SHA })],
])('on %s its own scans are no baseline either', async (_what, event) => {
  const pulls = [7, 8].map((number) => ({ number, headSha: HEAD_SHA, olderShas: [MERGE_SHA] }));
  await using scene = await startScene({ github: { pulls } });
  const inputs = { ...quiet, baseline: scene.weak.url, 'on-inconclusive': 'warn' };
  const run = await scene.run({ event, inputs });
  expect(run.exitCode).toBe(1);
  expect(run.maskedLog).toContain('a run that may have a pull request: the second push');
  expect(scene.sandbox.scans).toEqual([]);
});

test('a comment on an issue, and a run for a push, may compare with what was before', async () => {
  await using scene = await startScene();
  const inputs = { ...quiet, url: scene.hardened.url, baseline: 'previous' };
  for (const event of [issueComment({}), workflowRun({ event: 'push', pullNumbers: [], headSha: MERGE_SHA })])
    expect((await scene.run({ event, inputs })).outputs['verdict']).toBe('pass');
});

test('the scan itself cannot be its baseline', async () => {
  await using scene = await startScene();
  const scanId = await scene.scanned(scene.weak.url);
  const run = await scene.run({ inputs: { ...quiet, 'scan-id': scanId, baseline: scanId } });
  expect(run.exitCode).toBe(1);
  expect(run.maskedLog).toContain('nothing could ever be new');
});

test('`previous` compares a push with the one before it', async () => {
  await using scene = await startScene({ weak: { fixed: ['exposures'] } });
  const go = () =>
    scene.run({
      event: push({ sha: '4'.repeat(40) }),
      inputs: { ...quiet, baseline: 'previous', 'fail-on': 'low' },
    });
  const first = await go();
  expect(first.outputs).toMatchObject({ verdict: 'fail', fixed: '' });
  const second = await go();
  expect(second.outputs).toMatchObject({ verdict: 'pass', new: '0', fixed: '0' });
});

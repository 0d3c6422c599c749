import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../../sandbox/sites/weak.ts';
import { schedule } from '../../support/events.ts';
import type { StoredIssue } from '../../support/github/state.ts';
import type { RunOptions, RunResult } from '../../support/runner.ts';
import { markerOf } from '../run-files.ts';
import { type Scene, startScene } from '../scene.ts';

const inputs = { 'track-issue': 'true', reports: 'none' };

/** Runs on a schedule, with a tracking issue. */
function track(scene: Scene, run: RunOptions = {}): Promise<RunResult> {
  return scene.run({ event: schedule(), ...run, inputs: { ...inputs, ...run.inputs } });
}

function issues({ github }: Scene): StoredIssue[] {
  return [...github.state.issues.values()].filter(({ isPull }) => !isPull);
}

function changesOf({ github }: Scene): string[] {
  return github.requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ method, path }) => `${method} ${path.replace(/^\/repos\/acme\/storefront/, '')}`);
}

test('is opened, updated in place, closed and opened again', async () => {
  await using scene = await startScene();
  const first = await track(scene, { runId: 1 });
  const [issue] = issues(scene);
  const number = issue?.number;
  expect(issue).toMatchObject({ state: 'open', labels: ['scan-gate'], author: { type: 'Bot' } });
  expect(issue?.body).toContain(
    `${markerOf(1)}\n<!-- scan-gate:state v1 outcome=fail sha=1111111 scan=${first.outputs['scan-id']} blocking=`,
  );
  expect(issue?.body).toContain('Environment file exposed');
  expect(first.outputs['issue-url']).toBe(`https://github.com/acme/storefront/issues/${number}`);

  scene.weak.fix('exposures');
  const second = await track(scene, { runId: 2, inputs: { 'fail-on': 'low' } });
  expect(issue?.body).toContain(`${markerOf(2)}\n`);
  const [before, fixed] = issue?.body.split('<summary>Fixed since the last report (5)</summary>') ?? [];
  expect(before).not.toContain('Environment file exposed');
  expect(fixed).toContain('Environment file exposed');

  scene.weak.fix('headers');
  const third = await track(scene, { runId: 3 });
  expect(third.outputs['verdict']).toBe('pass');
  expect(issue).toMatchObject({ state: 'closed', stateReason: 'completed' });
  // It stays closed as long as nothing blocks.
  await track(scene, { runId: 4 });
  const fifth = await track(scene, { runId: 5, inputs: { 'fail-on': 'low' } });
  expect(issue).toMatchObject({ state: 'open', stateReason: 'reopened' });
  expect(issues(scene)).toHaveLength(1);
  expect(scene.github.state.comments.size).toBe(2);
  for (const { outputs } of [second, third, fifth])
    expect(outputs['issue-url']).toBe(first.outputs['issue-url']);
  const [patch, say] = [`PATCH /issues/${number}`, `POST /issues/${number}/comments`];
  const opening = ['POST /labels', 'POST /issues'];
  expect(changesOf(scene)).toEqual([...opening, patch, patch, say, patch, say]);
});

test('on a public repository holds counts only, unless `disclosure: full` is given', async () => {
  await using scene = await startScene({ github: { private: false } });
  const event = schedule({ private: false });
  const counted = await track(scene, { event, runId: 1 });
  expect(counted.outputs['verdict']).toBe('fail');
  const [issue] = issues(scene);
  expect(issue?.title).not.toContain(new URL(scene.weak.url).host);
  expect(issue?.body).toContain('because this repository is public and `disclosure` is not set');
  for (const detail of ['Environment file exposed', 'fingerprint', new URL(scene.weak.url).host])
    expect(issue?.body).not.toContain(detail);
  // The summary is of this run alone, and follows the default.
  expect(counted.summary).toContain('Environment file exposed');
  await track(scene, { event, runId: 2, inputs: { disclosure: 'full' } });
  expect(issue?.body).toContain('Environment file exposed');
  await track(scene, { event, runId: 3 });
  expect(issue?.body).not.toContain('Environment file exposed');
});

test('holds counts only where it is not known who can read the repository', async () => {
  const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
  const faults = [{ path: /^\/repos\/acme\/storefront$/, effect: refused }];
  await using scene = await startScene({ github: { faults } });
  const { payload, ...event } = schedule();
  const { repository: _unknown, ...rest } = payload;
  await track(scene, { event: { ...event, payload: rest } });
  expect(issues(scene)[0]?.body).toContain('it is not known whether this repository is public');
  expect(issues(scene)[0]?.body).not.toContain('Environment file exposed');
});

test('is not changed by an inconclusive run, or by one on a pull request', async () => {
  await using scene = await startScene();
  await track(scene, { runId: 1 });
  const before = structuredClone(issues(scene));
  scene.sandbox.scanBehaviour = { neverLeavesQueue: true };
  const unknown = await track(scene, { runId: 2, inputs: { timeout: '1s' } });
  expect(unknown.outputs).toMatchObject({ verdict: 'inconclusive', 'issue-url': '' });
  scene.sandbox.scanBehaviour = {};
  const pull = await scene.run({ runId: 3, inputs: { ...inputs, comment: 'never' } });
  expect(pull.outputs).toMatchObject({ verdict: 'fail', 'issue-url': '' });
  expect(issues(scene)).toEqual(before);
});

test('stays open if a run passes only because of the baseline', async () => {
  await using production = await startWeakSite();
  await using scene = await startScene();
  const baseline = await scene.scanned(production.url);
  await track(scene, { runId: 1 });
  const run = await track(scene, { runId: 2, inputs: { baseline } });
  expect(run.outputs).toMatchObject({ verdict: 'pass', 'issue-url': expect.stringContaining('/issues/') });
  expect(issues(scene)).toEqual([expect.objectContaining({ state: 'open' })]);
  expect(issues(scene)[0]?.body).toContain(`${markerOf(2)}\n<!-- scan-gate:state v1 outcome=pass`);
});

test('is not opened by a pass, with or without a baseline', async () => {
  await using scene = await startScene();
  await track(scene, { inputs: { url: scene.hardened.url } });
  const baseline = await scene.scanned(scene.weak.url);
  await track(scene, { inputs: { baseline } });
  expect(changesOf(scene)).toEqual([]);
});

test('issues of others with our marker, and those of newer runs, are not changed', async () => {
  const forged = { title: 'Forged', body: `${markerOf(1)}\nforged`, labels: ['scan-gate'] };
  const author = { login: 'eve', type: 'User' } as const;
  const ours = { title: 'Ours', author: { login: 'github-actions[bot]', type: 'Bot' } } as const;
  const noise = Array.from({ length: 130 }, (_, index) => ({ ...ours, title: `${index}`, body: 'other' }));
  const own = { ...ours, body: `${markerOf(5)}\nours` };
  await using scene = await startScene({
    github: { issues: [own, { ...forged, author }, ...noise], labels: ['scan-gate'] },
  });
  const older = await track(scene, { runId: 4 });
  expect(older.annotations.notice.map(({ message }) => message).join()).toContain(
    'The tracking issue is left as a newer run wrote it',
  );
  expect(changesOf(scene)).toEqual([]);
  await track(scene, { runId: 6 });
  const [mine, eves] = issues(scene);
  expect(mine?.body).toContain(markerOf(6));
  expect(eves).toMatchObject({ title: 'Forged', body: forged.body, state: 'open' });
  expect(issues(scene)).toHaveLength(132);
});

test('an issue that cannot be written is a warning with the remedy, and the verdict does not change', async () => {
  await using scene = await startScene({ github: { permissions: { issues: 'read' } } });
  const refused = await track(scene);
  expect([refused.exitCode, refused.outputs['issue-url']]).toEqual([1, '']);
  expect(refused.annotations.warning.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The tracking issue failed: GitHub answered 403.*permissions: issues: write/),
  ]);
});

import { expect, test } from '@jest/globals';
import { until } from '../../support/until.ts';
import { markerOf } from '../run-files.ts';
import { pullNumber, type Scene, startScene } from '../scene.ts';

/** Long enough for the comment to appear, which takes three seconds. */
const slow = { sandbox: { scanMs: 5_500 } };
const quick = { reports: 'none' };

function written({ github }: Scene) {
  return github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('comments'));
}

/** Texts of all comments that were sent, in order. */
function sent(scene: Scene): string[] {
  return written(scene).map(({ body }) =>
    typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '',
  );
}

test('appears while the scan runs, keeps the last state, and is replaced by the verdict', async () => {
  await using scene = await startScene(slow);
  const scanId = await scene.scanned(scene.weak.url);
  await scene.run({ runId: 10, inputs: { ...quick, 'scan-id': scanId } });
  const state = `<!-- scan-gate:state v1 outcome=fail sha=1111111 scan=${scanId} blocking=`;
  expect(scene.comments()[0]).toContain(`${markerOf(10)}\n${state}`);

  scene.weak.fix('exposures');
  const running = scene.run({ runId: 11, inputs: quick });
  await until(() => written(scene).length === 2);
  const [live = ''] = scene.comments();
  expect(live).toContain(`${markerOf(11)}\n${state}`);
  expect(live).toMatch(/scanning, \d+%/);
  // The list that people work from stays, once, below what was found so far.
  const fold = live.indexOf('<details><summary>Previous report: failed, ');
  expect(fold).toBeGreaterThan(live.indexOf('**Found so far:**'));
  expect(live.slice(fold)).toContain('(<code>1111111</code>)</summary>');
  expect(live.slice(fold)).toContain('Environment file exposed');
  expect(live.split('Previous report:')).toHaveLength(2);

  const run = await running;
  const [final = ''] = scene.comments();
  expect(final).toContain(`${markerOf(11)}\n`);
  expect(final).toContain(`scan=${run.outputs['scan-id']} blocking=`);
  expect(final).not.toContain('Previous report:');
  expect(final).not.toContain('scanning,');
  // What changed since the run before, whose report the comment held.
  expect(final).toMatch(/\b5\b.*fixed|fixed.*\b5\b/i);
  const fixed = final.slice(final.indexOf('<summary>Fixed since the last report (5)</summary>'));
  expect(fixed).toContain('- Environment file exposed');
  expect(written(scene).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('is written at most once a minute', async () => {
  await using scene = await startScene({ sandbox: { scanBehaviour: { stuckAt: 60 } } });
  const action = await scene.start({ inputs: { ...quick, timeout: '24h' } });
  const live = () => sent(scene).filter((body) => body.includes('scanning,')).length;
  await until(() => live() > 1);
  action.kill('SIGINT');
  const run = await action.done;
  expect(live()).toBeLessThanOrEqual(1 + Number(run.outputs['duration-seconds']) / 60);
  expect(written(scene).filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('is not written for `on-failure` and `never`, and not over the comment of a newer run', async () => {
  const newer = `${markerOf(999)}\nSaid by a newer run.`;
  const comments = [{ issueNumber: pullNumber, body: newer }];
  for (const inputs of [{ comment: 'on-failure' }, { comment: 'never' }]) {
    await using scene = await startScene(slow);
    await scene.run({ inputs: { ...quick, ...inputs, 'fail-on': 'never' } });
    expect(sent(scene)).toEqual([]);
  }
  const pulls = [{ number: pullNumber, headSha: '1'.repeat(40) }];
  await using scene = await startScene({ ...slow, github: { pulls, comments } });
  await scene.run({ runId: 998, inputs: quick });
  expect(scene.comments()).toEqual([newer]);
  expect(sent(scene)).toEqual([]);
});

test('names neither target nor scan where findings are only counted', async () => {
  await using scene = await startScene(slow);
  const scanId = await scene.scanned(scene.weak.url);
  await scene.run({ runId: 20, inputs: { ...quick, 'scan-id': scanId } });
  await scene.run({ runId: 21, inputs: { ...quick, disclosure: 'counts' } });
  const [, live = ''] = sent(scene);
  expect(live).toContain('\n<!-- scan-gate:state v1 outcome=fail sha=1111111 blocking=');
  expect(live).toContain('scanning,');
  for (const secret of [new URL(scene.weak.url).host, scanId]) expect(live).not.toContain(secret);
});

test('a comment that hangs delays neither the scan nor the final comment', async () => {
  const hang = { method: 'POST', path: /issues\/7\/comments/, times: 1, effect: { kind: 'hang' } } as const;
  const pulls = [{ number: pullNumber, headSha: '1'.repeat(40) }];
  await using scene = await startScene({ ...slow, github: { pulls, faults: [hang] } });
  const run = await scene.run({ inputs: quick });
  const [first, final, ...more] = written(scene).map(({ at }) => at);
  expect(more).toEqual([]);
  // A run that waited for the first request would wait the 30 seconds of silence that are its limit.
  expect(Number(final) - Number(first)).toBeLessThan(30_000);
  expect(scene.comments()).toEqual([expect.stringContaining('❌ Scan Gate: ')]);
  expect(run.annotations.warning).toEqual([]);
});

test('is replaced by the result of a cancelled run', async () => {
  await using scene = await startScene({ sandbox: { scanBehaviour: { stuckAt: 60 } } });
  const action = await scene.start({ inputs: quick });
  await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
  const cancelledAt = performance.now();
  action.kill('SIGINT');
  const run = await action.done;
  expect(performance.now() - cancelledAt).toBeLessThan(5_000);
  expect(run.outputs['verdict']).toBe('inconclusive');
  expect(scene.comments()).toEqual([expect.stringContaining('cancelled, so this check has not passed')]);
});

test('a run that is cancelled, twice, loses neither the last report nor what is compared with it', async () => {
  await using scene = await startScene();
  const first = await scene.run({ runId: 30, inputs: quick });
  const blocking = first.outputs['blocking'];
  for (const runId of [31, 32]) {
    scene.sandbox.scanBehaviour = { stuckAt: 60 };
    const action = await scene.start({ runId, inputs: quick });
    await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
    action.kill('SIGINT');
    const run = await action.done;
    expect(run.outputs['verdict']).toBe('inconclusive');
    const [body = ''] = scene.comments();
    expect(body).toContain(
      ` outcome=fail sha=1111111 scan=${first.outputs['scan-id']} blocking=${blocking} prints=`,
    );
    expect(body.split('Previous report: failed')).toHaveLength(2);
    expect(body.slice(body.indexOf('<!-- scan-gate:previous v1 -->'))).toContain('Environment file exposed');
  }
  scene.sandbox.scanBehaviour = {};
  scene.weak.fix('exposures');
  await scene.run({ runId: 33, inputs: quick });
  const [final = ''] = scene.comments();
  expect(final).toContain('0 new, 5 fixed');
  expect(final).toContain('<summary>Fixed since the last report (5)</summary>');
  expect(final).not.toContain('Previous report');
});

/** A re-run finds the scan that an earlier attempt left running by the hidden line of our comment. */
import { expect, test } from '@jest/globals';
import { HEAD_SHA, pullRequest } from '../support/events.ts';
import type { RunningAction } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { type Scene, startScene } from './scene.ts';

const inputs = { reports: 'none' };

/** Runs attempt 1, and kills it as soon as the comment shows progress, so that it writes no last word. */
async function leaveRunning(scene: Scene, options: object = {}): Promise<string> {
  const action: RunningAction = await scene.start({ runId: 5, inputs, ...options });
  await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
  action.kill('SIGKILL');
  await action.done.catch(() => undefined);
  return scene.sandbox.scans.at(-1)?.id ?? '';
}

/** A scan that runs for as long as the test does, however slow the machine is. */
const endless = { sandbox: { scanBehaviour: { stuckAt: 60 } } };

test('a re-run takes up the scan that the comment names, with counts too', async () => {
  for (const disclosure of ['full', 'counts']) {
    await using scene = await startScene(endless);
    const options = { inputs: { ...inputs, disclosure } };
    const scanId = await leaveRunning(scene, options);
    expect(scene.comments()[0]).toMatch(
      new RegExp(`\n<!-- scan-gate:scan v1 sha=${HEAD_SHA} run=5 scan=[0-9a-f]{16} -->\n`),
    );
    expect(scene.comments()[0]).not.toContain(scanId);
    const again = { inputs: { ...options.inputs, timeout: '5s' } };
    const { outputs, lines } = await scene.run({ runId: 5, runAttempt: 2, ...again });
    expect(outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scanId });
    expect(lines).toContainEqual(expect.stringContaining(`Taking up scan ${scanId}`));
    expect(scene.sandbox.scans).toHaveLength(1);
    expect(scene.comments()[0]).toMatch(
      /\n<!-- scan-gate:scan v1 sha=[0-9a-f]{40} run=5 scan=[0-9a-f]{16} -->\n/,
    );
  }
});

test('a re-run leaves the scans of other runs and commits, and those whose comment cannot be read', async () => {
  await using scene = await startScene(endless);
  const left = await leaveRunning(scene);
  const others = [
    { runId: 6 },
    { runId: 5, event: pullRequest({ headSha: 'd'.repeat(40) }) },
    { runId: 5, inputs: { ...inputs, 'github-token': '' } },
  ];
  // Each ends at once, and must not write over the comment.
  const limits = { timeout: '5s', comment: 'never', 'on-inconclusive': 'warn', config: 'none' };
  for (const other of others) {
    const run = await scene.run({
      runAttempt: 2,
      ...other,
      inputs: { ...inputs, ...other.inputs, ...limits },
    });
    expect(run.lines).toContainEqual(expect.stringMatching(/^Started scan /));
    expect(run.outputs['scan-id']).not.toBe(left);
  }
  const again = await scene.run({ runId: 5, runAttempt: 2, inputs: { ...inputs, ...limits } });
  expect(again.outputs['scan-id']).toBe(left);
});

test('reuse-within takes the scan of the same commit by the comment, and no other', async () => {
  await using scene = await startScene();
  const reuse = { ...inputs, 'reuse-within': '1h' };
  const first = await scene.run({ runId: 1, inputs: reuse });
  const same = await scene.run({ runId: 2, inputs: reuse });
  expect(same.outputs['scan-id']).toBe(first.outputs['scan-id']);
  const pushed = pullRequest({ headSha: 'd'.repeat(40) });
  const next = await scene.run({ runId: 3, inputs: reuse, event: pushed });
  expect(next.outputs['scan-id']).not.toBe(first.outputs['scan-id']);
  expect(scene.sandbox.scans).toHaveLength(2);
});

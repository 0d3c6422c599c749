import { expect, test } from '@jest/globals';
import { readOwnPost } from '../../src/report/hidden-line.ts';
import { scanDigest } from '../../src/scan/noted-scan.ts';
import { HEAD_SHA } from '../support/events.ts';
import type { RunningAction } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { ageComments } from './run-files.ts';
import { type Scene, startScene } from './scene.ts';

test('`scan-id` starts no scan, and its target is looked up, for outputs and reports', async () => {
  await using scene = await startScene();
  const secret = 'pr3view-t0ken';
  const scanId = await scene.scanned(`${scene.hardened.url}/?access=${secret}`);
  const { host } = new URL(scene.hardened.url);
  const run = async (inputs: Readonly<Record<string, string>> = {}) =>
    scene.run({ inputs: { 'scan-id': scanId, ...inputs } });

  const result = await run();
  expect(scene.sandbox.scans).toHaveLength(1);
  expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
  expect(scene.comments()[0]).toContain(host);
  const [report] = scene.sandbox.requests.filter(({ path }) => path.includes('reports'));
  expect(report?.body).toMatchObject({ target_url: scene.hardened.url });
  for (const text of [result.maskedLog, scene.comments().join(), JSON.stringify(report?.body)])
    expect(text).not.toContain(secret);

  ageComments(scene);
  await run({ disclosure: 'counts' });
  expect(scene.comments()[0]).toContain('Scan Gate: passed');
  expect(scene.comments()[0]).not.toContain(host);

  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
  const unknown = await run();
  expect(unknown.outputs).toMatchObject({ verdict: 'pass', url: '' });
});

/** A re-run finds the scan that an earlier attempt left running by the hidden line of our comment. */
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
    const notedScan = { sha: HEAD_SHA, runId: 5, digest: scanDigest(scanId), reusable: false };
    const noted = () => scene.comments().map((body) => readOwnPost(body)?.notedScan);
    expect(noted()).toEqual([notedScan]);
    expect(scene.comments()[0]).not.toContain(scanId);
    const again = { inputs: { ...options.inputs, timeout: '5s' } };
    const { outputs, lines } = await scene.run({ runId: 5, runAttempt: 2, ...again });
    expect(outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scanId });
    expect(lines).toContainEqual(expect.stringContaining(`Taking up scan ${scanId}`));
    expect(scene.sandbox.scans).toHaveLength(1);
    expect(noted()).toEqual([{ ...notedScan, reusable: true }]);
  }
});

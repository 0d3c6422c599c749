import { expect, test } from '@jest/globals';
import type { ScanBehaviour } from '../../sandbox/scan/scan.ts';
import { startScene } from './scene.ts';

const inputs = { timeout: '4s' };

function sceneWith(scanBehaviour: ScanBehaviour) {
  return startScene({ sandbox: { scanBehaviour } });
}

test('a scan that is not finished in time is inconclusive, and fails the step', async () => {
  await using scene = await sceneWith({ stuckAt: 60 });
  const result = await scene.run({ inputs });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scene.sandbox.scans[0]?.id });
  expect(result.outputs['reason']).toMatch(/not finished after 4 s.*reached [\d.]+%.*scan-id/);
  expect(scene.comments()[0]).toContain('Scan Gate: no verdict, so this check failed');
  // The service writes no report of an unfinished scan.
  expect(scene.sandbox.requests.filter(({ path }) => path.includes('reports'))).toEqual([]);
});

test('a scan that never leaves the queue is inconclusive', async () => {
  await using scene = await sceneWith({ neverLeavesQueue: true });
  const { exitCode, outputs } = await scene.run({ inputs });
  expect([exitCode, outputs['verdict'], outputs['total']]).toEqual([1, 'inconclusive', '']);
  expect(outputs['reason']).toContain('still waiting in the queue');
});

test('on-inconclusive: warn: the step is green with a warning, and the verdict does not change', async () => {
  await using scene = await sceneWith({ stuckAt: 60 });
  const result = await scene.run({ inputs: { ...inputs, 'on-inconclusive': 'warn' } });
  expect(result.exitCode).toBe(0);
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.annotations.error).toEqual([]);
  const warnings = result.annotations.warning.map(({ message }) => message);
  expect(warnings.at(-1)).toContain('not finished after 4 s');
  expect(scene.comments()[0]).toContain('no verdict; the check stays green (on-inconclusive: warn)');
});

test('a scan that ends early is inconclusive even if nothing could block', async () => {
  await using scene = await sceneWith({ endsEarlyAt: 40 });
  const result = await scene.run({ inputs: { 'fail-on': 'never' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('ended at 40%');
});

test('nothing is said to go on where no scan was started, or none is known of', async () => {
  const hang = { kind: 'hang' } as const;
  await using scene = await startScene({ sandbox: { faults: [{ endpoint: 'list', fault: hang }] } });
  const before = await scene.run({ inputs: { ...inputs, 'reuse-within': '1h' } });
  expect(before.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
  expect(before.outputs['reason']).toContain('(4 s) was up before one was started');
  scene.sandbox.faults = [{ endpoint: 'start', fault: hang }];
  const sent = await scene.run({ inputs: { ...inputs, language: 'pt' } });
  expect(sent.outputs['reason']).toContain('Não se sabe se um scan foi iniciado');
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: hang }];
  const unread = await scene.run({ inputs });
  expect(unread.outputs['reason']).toContain('before its progress could be read');
  for (const { outputs, maskedLog } of [before, sent, unread])
    expect(`${outputs['reason']} ${maskedLog}`).not.toMatch(/queue|na fila|goes on|continua/);
  expect(scene.comments().join()).not.toMatch(/queue|goes on|continua/);
});

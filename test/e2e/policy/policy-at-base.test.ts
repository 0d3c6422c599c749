import { expect, test } from '@jest/globals';
import { policyAtBase, policyPath, startScene } from '../scene.ts';

const quiet = { reports: 'none', comment: 'never' };

test('the file decides, and a given input wins over it', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase('fail-on: never\n') } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { ...quiet, 'scan-id': scanId };
  const byFile = await scene.run({ inputs });
  expect(byFile.exitCode).toBe(0);
  expect(byFile.outputs).toMatchObject({ verdict: 'pass' });
  expect(byFile.summary).toContain(policyPath);
  const byInput = await scene.run({ inputs: { ...inputs, 'fail-on': 'critical' } });
  expect(byInput.outputs).toMatchObject({ verdict: 'fail', blocking: byFile.outputs['critical'] });
});

test('a file of another name is read from the default branch too', async () => {
  const contents = {
    main: { 'policies/strict.yml': 'fail-on: warning', [policyPath]: 'fail-on: never' },
  };
  await using scene = await startScene({ github: { contents } });
  const scanId = await scene.scanned(scene.hardened.url);
  const inputs = { ...quiet, 'scan-id': scanId, config: 'policies/strict.yml' };
  const run = await scene.run({ inputs });
  expect(run.outputs['verdict']).toBe('fail');
  expect(run.outputs['blocking']).toBe(run.outputs['total']);
});

test('a missing default file is no error; a named file that is missing is one', async () => {
  await using scene = await startScene({ github: { contents: { main: {} } } });
  const scanId = await scene.scanned(scene.hardened.url);
  const inputs = { ...quiet, 'scan-id': scanId, 'on-inconclusive': 'warn' };
  const run = await scene.run({ inputs });
  expect(run.outputs['verdict']).toBe('pass');
  const missing = await scene.run({ inputs: { ...inputs, config: 'policies/none.yml' } });
  expect(missing.exitCode).toBe(1);
  expect(missing.maskedLog).toContain('config: there is no policies/none.yml on the default branch');
});

test('with `config: none` GitHub gets no request', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase('fail-on: never') } });
  const scanId = await scene.scanned(scene.weak.url);
  const run = await scene.run({ inputs: { ...quiet, 'scan-id': scanId, config: 'none' } });
  expect(run.outputs['verdict']).toBe('fail');
  expect(scene.github.requests).toEqual([]);
});

test('a file that may not be read is inconclusive, with the missing permission, and no scan starts', async () => {
  const github = { contents: policyAtBase('fail-on: warning'), permissions: { contents: 'none' } } as const;
  await using scene = await startScene({ github });
  const run = await scene.run({ inputs: { ...quiet, url: scene.hardened.url } });
  expect(run.exitCode).toBe(1);
  expect(run.outputs['verdict']).toBe('inconclusive');
  expect(run.outputs['reason']).toContain('contents: read');
  expect(run.outputs['reason']).toContain(policyPath);
  expect(scene.sandbox.scans).toEqual([]);
});

test('a wrong file fails the step, naming every mistake, even with `on-inconclusive: warn`', async () => {
  const text = 'fail-on: severe\non-inconclusive: warn\nignore:\n  - name: "*"\n    expires: soon\n';
  await using scene = await startScene({ github: { contents: policyAtBase(text) } });
  const run = await scene.run({ inputs: { ...quiet, 'on-inconclusive': 'warn' } });
  expect(run.exitCode).toBe(1);
  for (const words of [
    'line 1: fail-on is wrong, expected critical, high, medium, low, warning or never',
    'line 4: ignore[0].reason is wrong',
    'line 5: ignore[0].expires is wrong',
  ])
    expect(run.maskedLog).toContain(words);
  expect(scene.sandbox.scans).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { readResult } from '../run-files.ts';
import { policyAtBase, startScene } from '../scene.ts';

/** Too long to wait for its end. */
const scanMs = 120_000;

test('fail-fast ends the wait at the first finding that blocks, and marks every report as partial', async () => {
  const contents = policyAtBase('fail-fast: true\nfail-on: warning\n');
  await using scene = await startScene({ sandbox: { scanMs }, github: { contents } });
  const run = await scene.run();
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ verdict: 'fail', 'report-path': '' });
  expect(scene.sandbox.scans.map(({ state }) => state)).toEqual(['running']);
  expect(scene.sandbox.requests.filter(({ path }) => path.includes('/reports/'))).toEqual([]);
  expect(await readResult(run)).toMatchObject({ verdict: 'fail', partial: true });
  for (const text of [run.summary, run.maskedLog, ...scene.comments()]) expect(text).toMatch(/partial/i);
});

test('fail-fast waits for the end if nothing blocks, known findings and host rules included', async () => {
  const contents = policyAtBase(
    'fail-fast: true\nfail-on: critical\nhost:\n  require-waf: true\n  severity: high\n',
  );
  await using scene = await startScene({ sandbox: { scanMs: 2_000 }, github: { contents } });
  const baseline = await scene.scanned(scene.weak.url);
  const run = await scene.run({ inputs: { baseline, reports: 'none' } });
  expect(run.outputs).toMatchObject({ verdict: 'pass', new: '0' });
  expect(scene.sandbox.scans.map(({ state }) => state)).toEqual(['finished', 'finished']);
  expect(await readResult(run)).toMatchObject({ partial: false });
});

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { cancelIn, type Stage, stages } from '../e2e/cancel-run.ts';
import { actionOutputs } from '../e2e/run-files.ts';
import { startScene } from '../e2e/scene.ts';

/**
 * Five seconds are promised (`docs/contract.md`, Cancel). A loaded machine may be late by three: that is still less than the
 * ten seconds after which the runner kills a step.
 */
const promisedMs = 5_000;
const slackMs = 3_000;

function stage(name: string): Stage {
  const found = stages.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no stage ${name}`);
  return found;
}

describe.each(['looking for a scan whose start was lost', 'between two polls', 'comment being written'])(
  'cancelled: %s',
  (name) => {
    test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run within the promised time', async (signal) => {
      const { result, endedAfterMs } = await cancelIn(stage(name), { signals: [signal], shipped: true });
      expect(endedAfterMs).toBeLessThan(promisedMs + slackMs);
      expect(result).toMatchObject({ exitCode: 1, signal: null });
      expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
      expect(result.lines.join('\n')).toContain(`Cancelled by ${signal}`);
    });
  },
);

test.each(['artifact being uploaded', 'report in flight', 'comment being written'])(
  'a second signal ends the run at once: %s',
  async (name) => {
    // The comment hangs in each case, so the first signal alone would take longer.
    const { scene } = stage('comment being written');
    const given = { ...stage(name), scene: { ...stage(name).scene, ...scene } };
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const { result, endedAtOnceMs } = await cancelIn(given, { signals, pauseMs: 300, shipped: true });
    expect(result).toMatchObject({ exitCode: 1, signal: null });
    // The first alone would take 2.7 seconds more.
    expect(endedAtOnceMs).toBeLessThan(2_500);
    // The verdict is still reported.
    expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
    expect(['fail', 'inconclusive']).toContain(result.outputs['verdict']);
  },
);

test('a signal while the summary is written leaves it complete, and fails a run that passed', async () => {
  await using scene = await startScene({ shipped: true });
  const pipe = join(tmpdir(), `scan-gate-summary-${process.pid}`);
  execFileSync('env', ['mkfifo', pipe]);
  const inputs = { url: scene.hardened.url, reports: 'none', comment: 'never' };
  // A write to a pipe waits until the pipe is read.
  const action = await scene.start({ inputs, env: { GITHUB_STEP_SUMMARY: pipe } });
  await action.waitForLine(/::endgroup::/);
  action.kill('SIGTERM');
  await action.waitForLine(/Cancelled by SIGTERM/);
  const summary = await readFile(pipe, 'utf8');
  const result = await action.done;
  expect(summary).toContain('Scan Gate: passed');
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'pass' } });
  expect(result.annotations.error.join()).toContain('the verdict stands');
});

test('a signal at the very start ends the run without a scan', async () => {
  await using scene = await startScene({ shipped: true });
  const action = await scene.start({ inputs: { url: 'http://127.0.0.1:1/' } });
  // A run masks its secrets first.
  await action.waitForLine(/^::add-mask::/);
  action.kill('SIGINT');
  const result = await action.done;
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
  expect(result.outputs['reason']).toContain('cancelled by the user or by a newer run');
  expect(scene.sandbox.scans).toEqual([]);
});

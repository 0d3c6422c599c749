/** The evidence of a run, and the step of examples/release-evidence.yml that verifies it. Needs `jq`, as that step does. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readText } from '../contract/repository.ts';
import { push } from '../support/events.ts';
import type { RunResult } from '../support/runner.ts';
import { readOutput } from './run-files.ts';
import { gatePermissions, startScene } from './scene.ts';

interface Example {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { name?: string; run?: string }[] }>>;
}

const example: Example = parse(await readText('examples/release-evidence.yml'));
const step = example.jobs['production']?.steps.find(({ name }) => name === 'Verify the evidence')?.run ?? '';
const program = /jq --exit-status [^']*'([^']+)' verified\.json/.exec(step)?.[1] ?? '';

/** Whether the example takes what a run left, once it is signed. */
async function isTaken(
  run: RunResult,
  { target, commit }: { target: string; commit: string },
): Promise<boolean> {
  const predicate: unknown = JSON.parse(await readOutput(run, 'evidence-path'));
  const input = JSON.stringify([{ verificationResult: { statement: { predicate } } }]);
  const names = ['--arg', 'target', target, '--arg', 'commit', commit];
  const { status, error } = spawnSync('jq', ['--exit-status', ...names, program], { input });
  if (error !== undefined) throw error;
  return status === 0;
}

test('the example takes a scan of this release that passed, and no other', async () => {
  expect(program).toContain('PASSED');
  const permissions = { ...gatePermissions, pull_requests: 'none' } as const;
  await using scene = await startScene({ github: { permissions } });
  const commit = '4'.repeat(40);
  const release = (inputs: Readonly<Record<string, string>>) =>
    scene.run({ event: push({ sha: commit }), inputs: { reports: 'none', ...inputs } });
  const target = scene.hardened.url;
  const expected = { target, commit };

  const passed = await release({ url: target });
  expect(await isTaken(passed, expected)).toBe(true);
  expect(await isTaken(passed, { target, commit: '5'.repeat(40) })).toBe(false);
  expect(await isTaken(passed, { target: 'https://other.example.com/', commit })).toBe(false);

  const attached = await release({ 'scan-id': passed.outputs['scan-id'] ?? '' });
  const reused = await release({ url: target, 'reuse-within': '1h' });
  expect(scene.sandbox.scans).toHaveLength(1);
  expect([attached, reused].map(({ outputs }) => outputs['verdict'])).toEqual(['pass', 'pass']);
  const refused = [attached, reused, await release({ url: scene.weak.url, 'on-fail': 'warn' })];
  const failed = refused[2];
  expect([failed?.exitCode, failed && (await isTaken(failed, { target: scene.weak.url, commit }))]).toEqual([
    0,
    false,
  ]);
  for (const run of refused) expect(await isTaken(run, expected)).toBe(false);
});

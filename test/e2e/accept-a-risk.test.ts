import { expect, test } from '@jest/globals';
import { policyPath, type Scene, startScene } from './scene.ts';

/** From a failed check to a green one by the rule that the comment shows, as a reader follows it. */
const inputs = { reports: 'none', 'fail-on': 'critical' };

/** The rules in the fold of the comment, as GitHub's button for copying takes them. */
function rulesIn(scene: Scene, title: string): string {
  const [body = ''] = scene.comments();
  const fold = body.slice(body.indexOf(`<summary>${title}</summary>`));
  return /```yaml\n([^`]*)```/u.exec(fold)?.[1] ?? '';
}

function merge({ github }: Scene, text: string): void {
  github.state.contents.set('main', new Map([[policyPath, text]]));
}

test('to accept a risk the rule is merged as it is shown, and the same scan is judged again', async () => {
  await using scene = await startScene({ github: { contents: { main: {} } } });
  const first = await scene.run({ runId: 5, inputs });
  expect(first.outputs['verdict']).toBe('fail');
  expect(Number(first.outputs['blocking'])).toBeGreaterThan(0);
  const [comment = ''] = scene.comments();
  expect(comment).toContain('add it under `ignore` in the policy file: `.github/scan-gate.yml`.');
  const rules = rulesIn(scene, 'Not a problem here? Ignore a finding');
  expect(rules).toMatch(/^ignore:\n {2}# Critical: \S.*, \/\S*\n {2}- fingerprint: v1:/u);

  // As it is shown it lacks a reason, and the gate says so before it scans.
  merge(scene, rules);
  const unfilled = await scene.run({ runId: 5, runAttempt: 2, inputs });
  expect(unfilled.exitCode).toBe(1);
  expect(unfilled.maskedLog).toContain('line 5: ignore[0].reason is wrong, expected text that is not empty');

  merge(scene, rules.replaceAll('reason: ""', 'reason: "Only test data is behind it"'));
  const scanId = first.outputs['scan-id'] ?? '';
  const again = await scene.run({ runId: 5, runAttempt: 3, inputs: { ...inputs, 'scan-id': scanId } });
  expect(again.outputs).toMatchObject({
    verdict: 'pass',
    'scan-id': scanId,
    ignored: first.outputs['blocking'],
  });
  expect(again.exitCode).toBe(0);
  expect(scene.sandbox.scans).toHaveLength(1);
  expect(scene.comments()).toEqual([expect.stringContaining('Only test data is behind it')]);
});

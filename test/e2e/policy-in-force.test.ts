import { expect, test } from '@jest/globals';
import { encodeNote, readNote } from '../../src/github/note.ts';
import { blobOf } from '../support/github/state.ts';
import type { RunResult } from '../support/runner.ts';
import { readOutput, readResult } from './run-files.ts';
import { policyOnMain, policyPath, type Scene, startScene } from './scene.ts';

/** Makes our comments those of an earlier run, so that a run with the same id is none beside it. */
function ageComments({ github }: Scene): void {
  const { comments } = github.state;
  for (const [id, comment] of comments) {
    const note = readNote(comment.body);
    if (note === null) continue;
    comments.set(id, { ...comment, body: comment.body.replace(/^.*/, encodeNote({ ...note, run: 1 })) });
  }
}

// That no other branch counts: `every-event.test.ts`.
test('the policy file is read again by a re-run, and its blob is in log, summary, comment and JSON', async () => {
  await using scene = await startScene({ github: { contents: policyOnMain('fail-on: low\n') } });
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { reports: 'none', 'scan-id': scanId };
  expect((await scene.run({ inputs })).outputs['verdict']).toBe('fail');
  scene.github.state.contents.get('main')?.set(policyPath, 'fail-on: never\n');
  const again = await scene.run({ inputs, runAttempt: 2 });
  expect(again.outputs['verdict']).toBe('pass');
  const blob = blobOf('fail-on: never\n');
  expect(again.maskedLog).toContain(`Policy file: ${policyPath} of the default branch, blob ${blob}`);
  const shown = `/acme/storefront/blob/HEAD/${policyPath}) (blob \`${blob.slice(0, 7)}\`)`;
  for (const text of [again.summary, ...scene.comments()]) expect(text).toContain(shown);
  const result = JSON.parse(await readOutput(again, 'result-path'));
  const file = { name: policyPath, repository: 'acme/storefront', commit: null, blob };
  expect(result.policy).toMatchObject({ file });
});

/** Gates on a scan of the hardened site, whose answer has `fields`. */
async function gate(scene: Scene, fields: object, inputs: Record<string, string>): Promise<RunResult> {
  const scanId = await scene.scanned(scene.hardened.url);
  const mutate = (answer: unknown) => ({ ...Object(answer), ...fields });
  ageComments(scene);
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
  return scene.run({ inputs: { 'scan-id': scanId, reports: 'none', ...inputs } });
}

test('values of unnamed `preferences` are sent and never shown, and change no fingerprint', async () => {
  await using scene = await startScene();
  const login = { user: 'reviewer-77', pin: 'a1b2', paths: ['/account/login'] };
  const name = 'The user reviewer-77 has a weak password';
  const raw = { url: new URL('/account/login', scene.hardened.url).href, echo: login };
  const fields = {
    issues: [{ name, severity: 'low', raw }],
    issuesSummary: { low: 1 },
    issuesSummaryTotal: 1,
    preferences: { login, sqli: false },
  };
  const alone = await readResult(await gate(scene, fields, {}));
  const preferences = JSON.stringify({ login: { ...login, pin: 'c3d4' }, sqli: false });
  const run = await gate(scene, fields, { preferences });
  expect(run.annotations.warning.join()).toContain('preferences: login: not known to this action');
  const result = await readResult(run);
  expect(result.findings[0]?.['fingerprint']).toBe(alone.findings[0]?.['fingerprint']);
  expect(alone.findings[0]?.name).toBe(name);
  expect(result.findings[0]?.name).toBe(name.replace('reviewer-77', '***'));
  const files = await Promise.all(['result-path', 'sarif-path'].map((path) => readOutput(run, path)));
  for (const text of [run.maskedLog, run.summary, ...scene.comments(), ...files])
    expect(text).not.toMatch(/reviewer-77|account.login/);
});

test('`on-fail: warn` keeps the step green, and changes neither outputs nor annotations', async () => {
  await using scene = await startScene();
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  const saidBy = ({ outputs, annotations }: RunResult) => ({
    outputs: Object.entries(outputs).filter(([name]) => !/path$|duration|artifact/.test(name)),
    errors: annotations.error.filter((line) => line !== outputs['reason']),
  });
  const strict = await scene.run({ inputs });
  ageComments(scene);
  const warned = await scene.run({ inputs: { ...inputs, 'on-fail': 'warn' } });
  expect([strict.exitCode, warned.exitCode]).toEqual([1, 0]);
  expect(saidBy(strict).errors).not.toEqual([]);
  expect(saidBy(warned)).toEqual(saidBy(strict));
});

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { outputNames } from '../../src/publish/outputs.ts';
import type { RunResult } from '../support/runner.ts';
import { policyOnMain, policyPath, type Scene, startScene } from './scene.ts';

describe('weak and hardened site', () => {
  test('the weak site fails the step, with its findings in every report', async () => {
    await using scene = await startScene();
    const result = await scene.run();
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({
      verdict: 'fail',
      url: scene.weak.url,
      'highest-severity': 'critical',
      'comment-url': expect.stringMatching(/^https:.*\/pull\/7#issuecomment-\d+$/),
    });
    const name = 'Environment file exposed';
    const [comment] = scene.comments();
    expect(comment).toContain('❌ Scan Gate: ');
    for (const text of [comment, result.summary, result.maskedLog]) expect(text).toContain(name);
    expect(result.annotations.error.map(({ properties }) => properties['title'])).toContain(
      `Critical: ${name}`,
    );
    const document = JSON.parse(await readFile(result.outputs['result-path'] ?? '', 'utf8'));
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      blocking: Number(result.outputs['blocking']),
    });
    expect(document.findings.map((finding: { name: string }) => finding.name)).toContain(name);
  });

  test('the hardened site passes, and nothing says failure', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { url: scene.hardened.url } });
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'pass', blocking: '0', critical: '0', high: '0' });
    expect(result.annotations).toMatchObject({ error: [], warning: [] });
    expect(scene.comments()).toHaveLength(1);
    expect(scene.comments()[0]).toContain('Scan Gate: passed');
    expect(result.summary).toContain('Scan Gate: passed');
    expect(scene.sandbox.scans).toHaveLength(1);
  });
});

/** The names of the outputs that are not empty. */
function filled({ outputs }: RunResult): string[] {
  return Object.keys(outputs).filter((name) => outputs[name] !== '');
}

/** There is no tracking issue on a pull request. */
const withoutIssue = outputNames.filter((name) => name !== 'issue-url');

/** A pass without findings and without a baseline has no highest severity, and counts nothing as new or fixed. */
const ofPass = withoutIssue.filter((name) => !['highest-severity', 'new', 'fixed'].includes(name));

test('every output of action.yml is set in every verdict', async () => {
  await using scene = await startScene();
  const pass = await scene.run({
    inputs: { url: scene.hardened.url, 'comment-key': 'hardened', 'artifact-name': 'hardened' },
  });
  const fail = await scene.run({ inputs: { baseline: scene.hardened.url } });
  scene.sandbox.scanBehaviour = { neverLeavesQueue: true };
  const unknown = await scene.run({
    inputs: { timeout: '1s', comment: 'never', 'artifact-name': 'unknown' },
  });
  const wrong = await scene.run({ inputs: { 'fail-on': 'severe' } });

  const action = parse(await readFile(new URL('../../action.yml', import.meta.url), 'utf8'));
  const names = Object.keys(action.outputs).toSorted();
  for (const { outputs } of [fail, pass, unknown, wrong])
    expect(Object.keys(outputs).toSorted()).toEqual(names);
  expect(filled(fail).toSorted()).toEqual(withoutIssue.toSorted());
  expect(filled(pass)).toEqual(expect.arrayContaining(ofPass));
  expect([fail, pass, unknown, wrong].map(({ outputs }) => outputs['verdict'])).toEqual([
    'fail',
    'pass',
    'inconclusive',
    'inconclusive',
  ]);

  const { outputs } = fail;
  const counts = ['critical', 'high', 'medium', 'low', 'warning'].map((name) => Number(outputs[name]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(outputs['total']));
  expect(await readFile(outputs['summary-path'] ?? '', 'utf8')).toBe(scene.comments().at(-1));
  expect(Number(outputs['duration-seconds'])).toBeLessThan(30);
});

test('the log ends with what blocks, where to read on, and why the step fails', async () => {
  await using scene = await startScene();
  const { lines, outputs } = await scene.run();
  const artifact = `Artifact: ${outputs['artifact-url']}`;
  const summary = /^Summary: https:.*\/actions\/runs\/\d+\/attempts\/1$/;
  const order = [
    /^::group::Uploading the artifacts$/,
    /^::endgroup::$/,
    /^::error title=/,
    /^Scan Gate.*block/,
    /^Blocking findings \(\d+\)$/,
    /^ *1 {2}\u001b\[1;31mCritical\u001b\[0m .* \/\S+/,
    `Report: ${outputs['report-url']}`,
    `Comment: ${outputs['comment-url']}`,
    summary,
    artifact,
    `::error::${outputs['reason']}`,
  ].map((wanted) =>
    lines.findIndex((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line))),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(lines.filter((line) => !line.startsWith('::')).join('\n')).not.toContain('`');
});

describe('language', () => {
  test('language: pt: comment, summary, annotations and report are in Portuguese, the log is in English', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { language: 'pt' } });
    const [comment = ''] = scene.comments();
    for (const text of [comment, result.summary]) {
      expect(text).toMatch(/Scan Gate: \d+ achados bloqueiam este pull request/);
      expect(text).toContain('O que bloqueia');
      expect(text).toContain('pode ser baixado por qualquer pessoa');
      expect(text).not.toMatch(/What blocks|Then push|How to fix/);
    }
    const reason = result.outputs['reason'] ?? '';
    expect(reason).toMatch(/achados têm severidade alta \(high\) ou superior/);
    expect(result.annotations.error[0]?.properties['title']).toMatch(/^Crítica: /);
    // The reason is a text of the verdict if it fails the step as well.
    expect(result.annotations.error.at(-1)?.message).toBe(reason);
    const plainLog = result.maskedLog.split('\n').filter((line) => !line.startsWith('::error'));
    const log = plainLog.join('\n');
    expect(log).toMatch(/findings block this pull request/);
    expect(log).toMatch(/\nStarted scan \S+ of http/);
    expect(plainLog).toContain('::group::Uploading the artifacts');
    expect(log).toMatch(/\nReport: https:.*\nComment: https:.*\nSummary: https:.*\nArtifact: https:/);
    expect(log).not.toMatch(/achados|bloque|Comentário/);
    const fetched = scene.sandbox.requests.filter(({ path }) => path.startsWith('/v1/api/scan/'));
    expect(
      new Set(fetched.map(({ query, headers }) => `${query['language']} ${headers['language']}`)),
    ).toEqual(new Set(['pt pt']));
    expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'pt' });
  });

  test('language: pt: wrong inputs and a wrong policy file are named in English', async () => {
    const policy = 'fail-on: severe\nignore:\n  - name: x\nfailon: high\n';
    const permissions = { contents: 'read', statuses: 'write', pull_requests: 'write' } as const;
    await using scene = await startScene({ github: { permissions, contents: policyOnMain(policy) } });
    const status = { language: 'pt', 'commit-status': 'Scan Gate' };
    const inputs = { ...status, timeout: '0', preferences: 'xss: maybe', 'api-key': 'Bearer abc' };
    const [wrong] = (await scene.run({ runId: 5, inputs })).annotations.error;
    expect(wrong?.message.split('\n')).toEqual([
      '3 inputs are wrong. Correct them under with: in the workflow:',
      '- api-key contains a space, line break or non-ASCII character. Store only the key, without Bearer or quotes.',
      "- preferences is ***, expected a mapping of the service's preferences (xss: expected true or false)",
      '- timeout is 0, expected a duration above zero, such as 90s or 10m',
    ]);
    const file = await scene.run({ runId: 6, inputs: status });
    expect(file.annotations.error[0]?.message.split('\n')).toEqual([
      'The policy file .github/scan-gate.yml is wrong. Correct it where it is read, on the default branch or at the @REF of org-policy:',
      '- line 1: fail-on is wrong, expected critical, high, medium, low, warning or never',
      '- line 3: ignore[0].reason is wrong, expected text, it is missing',
      expect.stringMatching(/^- line 4: failon is not known here, allowed are .* or target$/),
    ]);
    expect(file.outputs['reason']).toMatch(/^The policy file .*Correct it/);
    const { statuses } = scene.github.state;
    expect(statuses.map(({ state, description }) => [state, description])).toEqual([
      ['error', expect.stringMatching(/^3 inputs are wrong/)],
      ['pending', 'O scan ainda não terminou.'],
      ['error', expect.stringMatching(/^The policy file/)],
    ]);
  });
});

/** From a failed check to a green one by the rule that the comment shows, as a reader follows it. */
const inputs = { reports: 'none', 'reuse-within': '1h', 'fail-on': 'critical' };

/** The rules in the fold of the comment, as GitHub's button for copying takes them. */
function rulesIn(scene: Scene, title: string): string {
  const [body = ''] = scene.comments();
  const fold = body.slice(body.indexOf(`<summary>${title}</summary>`));
  return /```yaml\n([^`]*)```/u.exec(fold)?.[1] ?? '';
}

function merge({ github }: Scene, text: string): void {
  github.state.contents.set('main', new Map([[policyPath, text]]));
}

test('to accept a risk the rule is merged as it is shown, and a re-run judges the same scan again', async () => {
  await using scene = await startScene({ github: { contents: { main: {} } } });
  const first = await scene.run({ runId: 5, inputs });
  expect(first.outputs['verdict']).toBe('fail');
  expect(Number(first.outputs['blocking'])).toBeGreaterThan(0);
  const [comment = ''] = scene.comments();
  expect(comment).toContain('/acme/storefront/new/main?filename=.github%2Fscan-gate.yml)');
  const rules = rulesIn(scene, 'Not a problem here? Ignore a finding');
  expect(rules).toMatch(/^ignore:\n {2}# Critical: \S.*\n {2}- fingerprint: v1:/u);

  // As it is shown it lacks a reason, and the gate says so before it scans.
  merge(scene, rules);
  const unfilled = await scene.run({ runId: 5, runAttempt: 2, inputs });
  expect(unfilled.exitCode).toBe(1);
  expect(unfilled.maskedLog).toContain('line 5: ignore[0].reason is wrong, expected text that is not empty');

  merge(scene, rules.replaceAll('reason: ""', 'reason: "Only test data is behind it"'));
  const again = await scene.run({ runId: 5, runAttempt: 3, inputs });
  expect(again.outputs).toMatchObject({
    verdict: 'pass',
    'scan-id': first.outputs['scan-id'],
    ignored: first.outputs['blocking'],
  });
  expect(again.exitCode).toBe(0);
  expect(scene.sandbox.scans).toHaveLength(1);
  expect(scene.comments()).toEqual([expect.stringContaining('Only test data is behind it')]);
  expect(again.lines).toContainEqual(expect.stringContaining(`Reusing scan ${first.outputs['scan-id']}`));
});

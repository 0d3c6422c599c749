import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { blobOf } from '../support/github/views.ts';
import type { RunResult } from '../support/runner.ts';
import { ageComments, readOutput, readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, policyPath, type Scene, startScene } from './scene.ts';

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
  expect(again.maskedLog).toContain(`Policy file: ${policyPath} on the default branch, blob ${blob}`);
  const shown = `/acme/storefront/blob/HEAD/${policyPath}) (blob \`${blob.slice(0, 7)}\`)`;
  for (const text of [again.summary, ...scene.comments()]) expect(text).toContain(shown);
  const result = JSON.parse(await readOutput(again, 'result-path'));
  expect(result.policy).toMatchObject({ file: policyPath, blob });
});

test('host rules block by their own severity, and each says what to do', async () => {
  const policy =
    'fail-on: high\nhost:\n  allowed-ports: [443]\n  certificate-min-days: 30\n  require-waf: true\n';
  await using scene = await startScene({ github: { contents: policyOnMain(policy) } });
  const scanId = await scene.scanned(scene.hardened.url);
  const inputs = { 'scan-id': scanId, reports: 'none' };
  const run = await scene.run({ inputs });
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking: '0' });
  const { port } = new URL(scene.hardened.url);
  for (const text of [run.summary, ...scene.comments()]) {
    expect(text).toContain(port);
    expect(text).toMatch(/certificate/i);
    expect(text).toMatch(/firewall/i);
  }
  scene.github.state.contents.get('main')?.set(policyPath, `${policy}  severity: low\n`);
  const mild = await scene.run({ inputs });
  expect(mild.exitCode).toBe(0);
  expect(mild.summary).toMatch(/firewall/i);
});

/** Gates on a scan of the hardened site, whose answer has `fields`. */
async function gate(scene: Scene, fields: object, inputs: Record<string, string>): Promise<RunResult> {
  const scanId = await scene.scanned(scene.hardened.url);
  const mutate = (answer: unknown) => ({ ...Object(answer), ...fields });
  ageComments(scene);
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
  return scene.run({ inputs: { 'scan-id': scanId, reports: 'none', ...inputs } });
}

const longName = {
  issues: [{ name: 'a '.repeat(4 * 2 ** 20), severity: 'critical' }],
  issuesSummary: { critical: 1 },
  issuesSummaryTotal: 1,
};

/** One of each kind. The others: `judge-scan.test.ts`, `host-rules.test.ts`, `preference-differences.test.ts`. */
test.each<[title: string, fields: object, verdict: string, says: string]>([
  ['a scan id that is a number', { identificator: 7 }, 'inconclusive', 'another scan: 7'],
  ['a critical finding with a name of 8 MiB', longName, 'fail', '1 finding has severity high or worse'],
])('%s is no pass', async (_title, fields, verdict, says) => {
  await using scene = await startScene({ github: { permissions: gatePermissions } });
  const run = await gate(scene, fields, {});
  expect(run).toMatchObject({ outputs: { verdict }, exitCode: 1 });
  expect(run.outputs['reason']).toContain(says);
});

describe('preferences', () => {
  const ran = { xss: true, sqli: false, scan_speed: 'fast*_`' };

  test('that came back different are shown, and `sqli` that is off', async () => {
    await using scene = await startScene();
    const run = await gate(scene, { preferences: ran }, { preferences: 'xss: true\nscan_speed: moderate\n' });
    expect(run.outputs['verdict']).toBe('pass');
    for (const text of [run.summary, ...scene.comments()]) {
      expect(text).toContain('- `scan_speed`: asked for `moderate`, ran with `` fast*_` ``');
      expect(text).toContain('- `sqli`: not asked for, ran with `false`');
    }
    expect(JSON.parse(await readOutput(run, 'result-path')).scan.preferenceDifferences).toEqual([
      { name: 'scan_speed', asked: 'moderate', got: 'fast*_`' },
      { name: 'sqli', asked: null, got: false },
    ]);
  });

  test('hold values that are sent and never shown, and that change no fingerprint', async () => {
    await using scene = await startScene();
    const login = { user: 'reviewer-77', pin: 'a1b2', paths: ['/account/login'] };
    const name = 'The user reviewer-77 has a weak password';
    const raw = { url: new URL('/account/login', scene.hardened.url).href, echo: login };
    const issues = [{ name, severity: 'low', raw }];
    const fields = { issues, issuesSummary: { low: 1 }, issuesSummaryTotal: 1, preferences: { login } };
    const alone = await readResult(await gate(scene, fields, {}));
    const preferences = JSON.stringify({ login: { ...login, pin: 'c3d4' } });
    const run = await gate(scene, fields, { preferences });
    const result = JSON.parse(await readOutput(run, 'result-path'));
    expect(result.findings[0].fingerprint).toBe(alone.findings[0]?.['fingerprint']);
    expect(alone.findings[0]?.name).toBe(name);
    expect(result.findings[0].name).toBe(name.replace('reviewer-77', '***'));
    expect(result.scan.preferenceDifferences).toEqual([{ name: 'login', asked: '***', got: '***' }]);
    for (const { preferences: shown } of [result.scan, result.raw]) expect(shown).toEqual({ login: '***' });
    const files = await Promise.all(
      ['result-path', 'sarif-path', 'evidence-path'].map((path) => readOutput(run, path)),
    );
    for (const text of [run.maskedLog, run.summary, ...scene.comments(), ...files])
      expect(text).not.toMatch(/reviewer-77|account.login|c3d4/);
    expect(run.masked).toEqual(expect.arrayContaining(['reviewer-77', '/account/login']));
  });

  test('are not shown with `disclosure: counts`, apart from names of the interface', async () => {
    await using scene = await startScene();
    const preferences = 'xss: true\nhidden_check: true\nscan_speed: moderate\n';
    const got = { ...ran, xss: false, hidden_check: false };
    const run = await gate(scene, { preferences: got }, { preferences, disclosure: 'counts' });
    expect(run.outputs['verdict']).toBe('inconclusive');
    for (const text of [run.summary, ...scene.comments()]) {
      expect(text).toContain('`xss`, `***`');
      expect(text).not.toMatch(/hidden_check|fast\*|asked for `moderate`/);
    }
  });
});

/** What a run said about the site, without what differs from run to run. */
async function saidBy({ outputs, summary, annotations }: RunResult) {
  const read = (name: string) => readFile(outputs[name] ?? '', 'utf8');
  const {
    policy: _policy,
    run: _run,
    artifactUrl: _artifactUrl,
    ...result
  } = JSON.parse(await read('result-path'));
  const same = summary.replace(
    '[!WARNING]\n> This check does not stop a merge. Recommended: ',
    '[!CAUTION]\n> ',
  );
  const lines = same.split('\n').filter((line) => !/on-fail|^## |\btook\b|\/artifacts\//.test(line));
  return {
    outputs: Object.entries(outputs).filter(([name]) => !/path$|duration|artifact/.test(name)),
    result,
    sarif: await read('sarif-path'),
    lines,
    errors: annotations.error.filter((line) => line !== outputs['reason']),
  };
}

test('on-fail: warn keeps the step green, and changes no output, and of the report title and alert alone', async () => {
  await using scene = await startScene({ github: { permissions: gatePermissions } });
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  const strict = await scene.run({ inputs });
  ageComments(scene);
  const warned = await scene.run({ inputs: { ...inputs, 'on-fail': 'warn' } });
  expect(strict.exitCode).toBe(1);
  expect(warned).toMatchObject({ exitCode: 0, outputs: { verdict: 'fail' } });
  const said = await saidBy(strict);
  expect(said.errors.length).toBeGreaterThan(0);
  expect(await saidBy(warned)).toEqual(said);
  expect(warned.summary).toMatch(/^## ⚠️ .* would block; the check stays green \(on-fail: warn\)$/m);
  expect(warned.annotations.warning).toEqual([
    `${strict.outputs['reason']}\nThe step is not failed by this, because on-fail is warn.`,
  ]);
});

describe('fail-fast', () => {
  test('ends the wait at the first finding that blocks, and marks every report as partial', async () => {
    const contents = policyOnMain('fail-fast: true\nfail-on: warning\n');
    // Too long to wait for its end.
    await using scene = await startScene({ sandbox: { scanMs: 120_000 }, github: { contents } });
    const run = await scene.run();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ verdict: 'fail', 'report-path': '', 'sarif-path': '' });
    expect(scene.sandbox.scans.map(({ state }) => state)).toEqual(['running']);
    expect(scene.sandbox.requests.filter(({ path }) => path.includes('/reports/'))).toEqual([]);
    expect(await readResult(run)).toMatchObject({ verdict: 'fail', partial: true });
    for (const text of [run.summary, run.maskedLog, ...scene.comments()]) expect(text).toMatch(/partial/i);
    expect(Object.keys(scene.artifacts.artifacts[0]?.files ?? {})).not.toContain('result.sarif');
  });

  test('waits for the end if nothing blocks, known findings and host rules included', async () => {
    const contents = policyOnMain(
      'fail-fast: true\nfail-on: critical\nhost:\n  require-waf: true\n  severity: high\n',
    );
    await using scene = await startScene({ sandbox: { scanMs: 2_000 }, github: { contents } });
    const baseline = await scene.scanned(scene.weak.url);
    const run = await scene.run({ inputs: { baseline, reports: 'none' } });
    expect(run.outputs).toMatchObject({ verdict: 'pass', new: '0' });
    expect(scene.sandbox.scans.map(({ state }) => state)).toEqual(['finished', 'finished']);
    expect(await readResult(run)).toMatchObject({ partial: false });
  });
});

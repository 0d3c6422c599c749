/** A dry run checks everything but the site, and leaves nothing behind (`docs/contract.md`, `dry-run`). */
import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { pullRequest, push, schedule } from '../support/events.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import { blobOf, tipOf } from '../support/github/views.ts';
import type { RunOptions, RunResult } from '../support/runner.ts';
import { policyAtBase, type Scene, startScene } from './scene.ts';

/** What docs/dry-run.md names. */
const permissions = {
  contents: 'read',
  pull_requests: 'read',
  statuses: 'read',
  issues: 'none',
  deployments: 'none',
} as const;

function startDryScene(github: GitHubOptions = {}): Promise<Scene> {
  return startScene({ github: { permissions, contents: policyAtBase('fail-on: medium\n'), ...github } });
}

/** Runs dry, and asserts what holds for every dry run. */
async function runDry(scene: Scene, { inputs, ...options }: RunOptions = {}): Promise<RunResult> {
  const result = await scene.run({
    ...options,
    inputs: { 'dry-run': 'true', 'commit-status': 'Scan Gate', ...inputs },
  });
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.outputs['scan-id']).toBe('');
  expect(scene.sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(scene.sandbox.scans).toEqual([]);
  expect(scene.github.requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(scene.artifacts.requests).toEqual([]);
  expect(await readdir(result.temp)).toEqual([]);
  return result;
}

/** The rows of the table: check, result, and the rest. */
function rowsOf({ summary }: RunResult): Record<string, string> {
  const rows = summary.split('\n').filter((line) => /^\| (?!-|Check)/.test(line));
  return Object.fromEntries(
    rows.map((row) => {
      const [, name = '', ...rest] = row.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, ''));
      return [row.split(' | ')[0]?.replace('| ', '') ?? name, [name, ...rest].join(' | ')];
    }),
  );
}

test('where all is well, it ends green and says so for each check', async () => {
  await using scene = await startDryScene();
  const result = await runDry(scene);
  expect(result.exitCode).toBe(0);
  expect(result.outputs['reason']).toBe('Dry run: nothing is wrong. Nothing was scanned.');
  expect(result.outputs['url']).toBe(scene.weak.url);
  const rows = rowsOf(result);
  expect(Object.keys(rows)).toEqual([
    ...['Inputs', 'Policy file', 'Policy of the organization', 'API key', 'Target'],
    ...['Comment', 'Tracking issue', 'Commit status'],
  ]);
  const blob = blobOf('fail-on: medium\n').slice(0, 7);
  expect(rows['Policy file']).toContain(
    `\`.github/scan-gate.yml\` was read from the default branch (blob \`${blob}\`).`,
  );
  expect(rows['Policy of the organization']).toMatch(/^➖ not checked .*`org-policy` is not given/);
  expect(rows['Target']).toMatch(/^✅ fine .*is ready/);
  expect(rows['Comment']).toContain('The job needs `permissions: pull-requests: write`');
  expect(rows['Commit status']).toContain('The job needs `permissions: statuses: write`');
  expect(result.lines).toContain(
    '✅ API key: fine. The service takes the key: its list of scans could be read.',
  );
  expect(result.annotations.warning).toEqual([]);
});

test('everything that is wrong is named at once, each with its remedy', async () => {
  await using scene = await startDryScene({
    permissions: { ...permissions, statuses: 'none', pull_requests: 'none' },
  });
  const inputs = { 'api-key': 'wrong-key-0123', url: 'http://127.0.0.1:1/', 'wait-for-url': '1s' };
  const result = await runDry(scene, { inputs: { ...inputs, 'on-inconclusive': 'warn', 'on-fail': 'warn' } });
  expect(result.exitCode).toBe(1);
  expect(result.outputs['reason']).toBe(
    'Dry run: 4 checks failed (API key, Target, Comment, Commit status). Nothing was scanned.',
  );
  const rows = rowsOf(result);
  expect(rows['API key']).toMatch(/^❌ wrong .*HTTP 401/);
  expect(rows['Target']).toMatch(/^❌ wrong .*did not answer within .*wait-for-url/);
  expect(rows['Comment']).toContain('Add `permissions: pull-requests: write` to the job');
  expect(rows['Commit status']).toContain('Add `permissions: statuses: write` to the job');
});

test('a wrong policy file does not keep it from checking the rest', async () => {
  await using scene = await startDryScene({ contents: policyAtBase('fail-no: high\n') });
  const result = await runDry(scene, { inputs: { 'api-key': '' } });
  const rows = rowsOf(result);
  expect(result.exitCode).toBe(1);
  expect(rows['Policy file']).toMatch(/^❌ wrong .*line 1: `fail-no` is not known here/);
  expect(rows['API key']).toMatch(/^❌ wrong .*`api-key` is empty/);
  expect(rows['Policy file']).toContain('It counts once it is merged');
  for (const name of ['Target', 'Comment', 'Tracking issue'])
    expect(rows[name]).toMatch(/^➖ not checked .*Correct first/);
});

const token = 'ghs_organizationOrganizationOrganization01';
const organizationInputs = { 'org-policy': 'acme/policies/scan-gate.yml@main', 'org-policy-token': token };

/** A GitHub with a policy of the organization, which `token` may read. */
function withOrganization(text: string): GitHubOptions {
  return {
    other: { repository: 'acme/policies', tokens: [token], contents: { main: { 'scan-gate.yml': text } } },
  };
}

test("the organization's policy is read, and its commit is named", async () => {
  await using scene = await startDryScene(withOrganization('fail-on: high\n'));
  const result = await runDry(scene, { inputs: organizationInputs });
  expect(result.exitCode).toBe(0);
  const commit = tipOf('main').slice(0, 7);
  expect(rowsOf(result)['Policy of the organization']).toContain(
    `✅ fine | \`${organizationInputs['org-policy']}\` was read at \`${commit}\`.`,
  );
  // Without a key a run does not read it.
  const keyless = await runDry(scene, { inputs: { ...organizationInputs, 'api-key': '' } });
  expect(rowsOf(keyless)['Policy of the organization']).toMatch(/^➖ not checked .*`api-key` is empty/);
});

test("the organization's policy that is wrong or cannot be read is named, and the rest is checked", async () => {
  await using scene = await startDryScene(withOrganization('fail-on: severe\n'));
  const wrong = await runDry(scene, { inputs: organizationInputs });
  const unreadable = await runDry(scene, { inputs: { ...organizationInputs, 'org-policy-token': '' } });
  const texts = [/line 1: `fail-on` is wrong/, /could not be read \(HTTP 404\).*`org-policy-token`/];
  for (const [index, result] of [wrong, unreadable].entries()) {
    const rows = rowsOf(result);
    expect([result.exitCode, result.outputs['reason']]).toEqual([
      1,
      'Dry run: 1 check failed (Policy of the organization). Nothing was scanned.',
    ]);
    expect(rows['Policy of the organization']).toMatch(
      /^❌ wrong .*Correct `org-policy`, its token or the file/,
    );
    expect(rows['Policy of the organization']).toMatch(texts[index] ?? '');
    expect([rows['Policy file'], rows['Target']].every((row) => row?.startsWith('✅ fine'))).toBe(true);
  }
});

test('wrong inputs are named, and nothing is asked', async () => {
  await using scene = await startDryScene();
  const result = await runDry(scene, { inputs: { 'fail-on': 'severe' } });
  expect(result.exitCode).toBe(1);
  expect(rowsOf(result)['Inputs']).toMatch(/^❌ wrong .*`fail-on` is `severe`/);
  expect([scene.github.requests, scene.sandbox.requests]).toEqual([[], []]);
});

test('an unreadable policy file names the permission', async () => {
  await using scene = await startDryScene({ permissions: { ...permissions, contents: 'none' } });
  const result = await runDry(scene, { event: push() });
  expect(result.exitCode).toBe(1);
  expect(rowsOf(result)['Policy file']).toMatch(/^❌ wrong .*`permissions: contents: read`/);
});

test('a pull request that may not be looked up is named with its permission', async () => {
  const effect = { kind: 'status', status: 403, json: { message: 'Resource not accessible' } } as const;
  await using scene = await startDryScene({ faults: [{ path: /\/commits\/\w+\/pulls/, effect }] });
  const result = await runDry(scene, { event: push({ branch: 'feature' }) });
  expect(rowsOf(result)['Comment']).toMatch(/^❌ wrong .*`permissions: pull-requests: write`/);
});

test('it says what it did not check, and why', async () => {
  await using scene = await startDryScene();
  const inputs = { 'wait-for-url': '0', config: 'none', 'track-issue': 'true' };
  const result = await runDry(scene, { event: schedule(), inputs });
  const rows = rowsOf(result);
  expect(rows['Policy file']).toContain('`config` is `none`');
  expect(rows['Target']).toMatch(/^➖ not checked .*`wait-for-url` is `0`/);
  expect(rows['Commit status']).toMatch(/^➖ not checked/);
  // Issues are read with a permission of their own.
  expect(rows['Tracking issue']).toMatch(/^❌ wrong .*`permissions: issues: write`/);
  const skipped = await runDry(scene, {
    event: pullRequest({ fork: true }),
    inputs: { 'api-key': '', 'on-missing-api-key': 'skip' },
  });
  expect([skipped.exitCode, rowsOf(skipped)['API key']]).toEqual([
    0,
    expect.stringMatching(/^➖ not checked/),
  ]);
});

test('in Portuguese, and with disclosure: counts without the target', async () => {
  await using scene = await startDryScene();
  const result = await runDry(scene, { inputs: { language: 'pt', disclosure: 'counts' } });
  expect(result.summary).toContain('Execução de teste');
  expect([result.summary, result.maskedLog].join('\n')).not.toContain(scene.weak.url);
});

import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pullRequest, push, type RunnerEvent } from '../support/events.ts';
import { Faults } from '../support/faults.ts';
import { blobOf } from '../support/github/views.ts';
import { startLoopback } from '../support/loopback.ts';
import type { RunResult } from '../support/runner.ts';
import { gatePermissions, policyOnMain, startScene } from './scene.ts';
import { requestPlaces } from './secret-places.ts';

/** What else is wrong, and how it is said: `step-inputs.test.ts`, `reader.test.ts` and `settings-in-force.test.ts`. */
test('wrong inputs are all named in one error, and no server gets a request', async () => {
  await using scene = await startScene();
  const wrong = {
    timeout: '0',
    'scan-id': '../../admin',
    'fail-on': 'High',
    'artifact-name': 'a/b',
    'poll-interval': '-5s',
    'include-leaks': '1',
    'api-key': 'sk_live zwei-worte',
    url: 'https://reviewer:pa55word@a.example/ x',
    preferences: 'a: [b]reviewer:pa55word@a.example',
    'retention-days': '0',
    reports: 'PDF',
  };
  const { outputs, annotations, ...result } = await scene.run({
    inputs: { 'on-inconclusive': 'warn', ...wrong },
  });
  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  expect(outputs['verdict']).toBe('inconclusive');
  expect(annotations.error).toHaveLength(1);
  const [title, ...lines] = annotations.error[0]?.split('\n') ?? [];
  expect(title).toMatch(/^11 inputs are wrong/);
  const named = lines.map((line) => /^- ([\w-]+) (?:is .*, expected .|contains )/.exec(line)?.[1]);
  expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(lines).toContain('- fail-on is High, expected critical, high, medium, low, warning or never');
  const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  for (const text of [said, result.summary, JSON.stringify(outputs)])
    expect(text).not.toMatch(/pa55word|reviewer|zwei-worte/);
  const { sandbox, github, artifacts } = scene;
  expect([...sandbox.requests, ...github.requests, ...artifacts.requests]).toEqual([]);
});

/** On which runs a key may be empty: `prepare.test.ts`. */
describe('an empty key', () => {
  const skip = { 'on-missing-api-key': 'skip' };

  /** A run without a key. It must never ask the service. */
  async function runWithoutKey(event: RunnerEvent, inputs: Readonly<Record<string, string>>) {
    await using scene = await startScene();
    const result = await scene.run({ event, inputs: { 'api-key': '', ...inputs } });
    expect(scene.sandbox.requests).toEqual([]);
    expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
    const written = scene.github.requests.filter(({ method }) => method !== 'GET');
    return { ...result, written: written.length };
  }

  // GitHub gives neither secrets nor variables, so that `base-url` and `url` may be empty too.
  test.each([skip, { ...skip, 'base-url': '', url: '' }])(
    'skip: a pull request from a fork is green, with a notice: %j',
    async (inputs) => {
      const { exitCode, annotations, summary, written } = await runWithoutKey(
        pullRequest({ fork: true }),
        inputs,
      );
      expect({ exitCode, written }).toEqual({ exitCode: 0, written: 0 });
      const notice = [expect.stringContaining('Nothing was scanned')];
      expect(annotations).toEqual({ error: [], warning: [], notice });
      expect(summary).toContain('Scan Gate: skipped, nothing was scanned');
      expect(summary).not.toContain('invalid');
    },
  );

  test('on a run that has the secrets fails the step, also with on-inconclusive: warn', async () => {
    const { exitCode, annotations } = await runWithoutKey(push(), { ...skip, 'on-inconclusive': 'warn' });
    expect(exitCode).toBe(1);
    expect(annotations.error).toEqual([expect.stringMatching(/api-key is empty.*secret/)]);
  });
});

test('the API key goes to the service in one header of every request, and not to the target', async () => {
  await using scene = await startScene();
  await using target = await startLoopback({
    faults: new Faults(),
    respond: () => ({ status: 200, text: 'hello' }),
  });
  // A fork that has a key is scanned like any other.
  const inputs = { url: target.url, 'fail-on': 'never', 'on-missing-api-key': 'skip' };
  const { outputs } = await scene.run({ event: pullRequest({ fork: true }), inputs });
  expect(outputs['verdict']).toBe('pass');
  const { requests, apiKey } = scene.sandbox;
  expect(requests.length).toBeGreaterThanOrEqual(3);
  for (const { headers, query, body, path } of requests) {
    expect(headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify([path, query, body, { ...headers, authorization: '' }])).not.toContain(apiKey);
  }
  const toTarget = requestPlaces('the target', target.requests).map(([, text]) => text);
  expect(toTarget.length).toBeGreaterThan(0);
  for (const secret of [apiKey, scene.github.token]) expect(toTarget.join()).not.toContain(secret);
});

/** What docs/inputs.md names for a dry run. */
const permissions = { ...gatePermissions, pull_requests: 'read', statuses: 'read' } as const;

/** The rows of the table of a dry run: check, result, and the rest. */
function rowsOf({ summary }: RunResult): Record<string, string> {
  const rows = summary.split('\n').filter((line) => /^\| (?!-|Check)/.test(line));
  return Object.fromEntries(rows.map((row) => /^\| (.*?) \| (.*?)\s*\|$/.exec(row)?.slice(1) ?? [row, '']));
}

test('a dry run checks everything but the site, says so for each check, and leaves nothing behind', async () => {
  const contents = policyOnMain('fail-on: medium\n');
  await using scene = await startScene({ github: { permissions, contents } });
  const result = await scene.run({ inputs: { 'dry-run': 'true', 'commit-status': 'Scan Gate' } });
  expect(result.exitCode).toBe(0);
  expect(await readdir(result.temp)).toEqual([]);
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
  const requests = [...scene.sandbox.requests, ...scene.github.requests, ...scene.artifacts.requests];
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(scene.sandbox.scans).toEqual([]);
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
    '✅ API key: fine. The scanning service takes the key: its list of scans could be read.',
  );
  expect(result.annotations.warning).toEqual([]);
});

test('with comment: never and config: none GitHub gets no request', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { comment: 'never', config: 'none' } });
  expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
  expect(scene.github.requests).toEqual([]);
  expect(result.annotations.warning).toEqual([]);
});

test('a second use in one job has its own comment and artifact', async () => {
  await using scene = await startScene();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-job-'));
  const temp = folder.path;
  const failing = await scene.run({ temp, action: '__self' });
  const url = scene.hardened.url;
  const passing = await scene.run({ temp, action: '__self_2', inputs: { url } });
  expect(failing.outputs['verdict']).toBe('fail');
  expect(passing.outputs['verdict']).toBe('pass');
  expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
    '❌ Scan Gate: ',
    '✅ Scan Gate: ',
  ]);
  const names = scene.artifacts.artifacts.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('scan-gate'))).toEqual([
    'scan-gate-CI-scan',
    'scan-gate-CI-scan-__self_2',
  ]);
  expect(new Set(names).size).toBe(4);
  const paths = [failing, passing].map(({ outputs }) => outputs['result-path']);
  expect(new Set(paths).size).toBe(2);
});

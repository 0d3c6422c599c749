import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { pullRequest, push, type RunnerEvent, schedule, workflowRun } from '../support/events.ts';
import { Faults } from '../support/faults.ts';
import type { GitHubOptions } from '../support/github/server.ts';
import { blobOf, tipOf } from '../support/github/views.ts';
import { type ReceivedRequest, startLoopback } from '../support/loopback.ts';
import type { RunOptions, RunResult } from '../support/runner.ts';
import { policyAtBase, type Scene, startScene } from './scene.ts';

describe('wrong inputs', () => {
  async function refused(scene: Scene, inputs: Record<string, string>): Promise<string> {
    const before = scene.sandbox.requests.length;
    const result = await scene.run({ inputs: { 'on-inconclusive': 'warn', ...inputs } });
    expect(result.exitCode).toBe(1);
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(result.annotations.error).toHaveLength(1);
    expect(result.stderr).toBe('');
    expect(scene.sandbox.requests).toHaveLength(before);
    expect([...scene.github.requests, ...scene.artifacts.requests]).toEqual([]);
    return result.annotations.error[0]?.message ?? '';
  }

  const wrong = {
    'base-url': 'http://scanner.example',
    'on-missing-api-key': 'ignore',
    url: 'ftp://example.com',
    'wait-for-url': 'soon',
    preferences: 'xss: maybe',
    'scan-id': '../../admin',
    'reuse-within': 'yesterday',
    language: 'fr',
    'include-subdomains': 'yes',
    'include-leaks': '1',
    timeout: '0',
    'poll-interval': '-5s',
    'fail-on': 'High',
    'on-inconclusive': 'ignore',
    comment: 'sometimes',
    reports: 'PDF',
    'report-language': 'de',
    'report-logo': 'logo.png',
    'report-color': 'blue',
    'artifact-name': 'a/b',
    'retention-days': '0',
  };

  test('every wrong input is named in one error, and no server gets a request', async () => {
    await using scene = await startScene();
    const message = await refused(scene, wrong);
    const [title, ...lines] = message.split('\n');
    expect(title).toMatch(/^21 inputs are wrong/);
    const named = lines.map((line) => /^- ([\w-]+) is .*, expected ./.exec(line)?.[1]);
    expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(message).toContain('fail-on is High, expected critical, high, medium, low, warning or never');
  });

  test('a wrong key is not shown', async () => {
    await using scene = await startScene();
    const apiKey = 'sk_live zwei-worte';
    const result = await scene.run({ inputs: { 'api-key': apiKey } });
    expect(result.exitCode).toBe(1);
    expect(result.annotations.error[0]?.message).toContain(
      'api-key contains a space, line break or non-ASCII character. Store only the key, without Bearer or quotes.',
    );
    expect(
      result.lines
        .filter((line) => line.includes('zwei-worte'))
        .every((line) => line.startsWith('::add-mask::')),
    ).toBe(true);
    expect(scene.sandbox.requests).toEqual([]);
  });

  test('wrong addresses are quoted without their passwords', async () => {
    await using scene = await startScene();
    const inputs = {
      url: 'https://reviewer:pa55word@a.example/ x',
      'base-url': 'https:reviewer:pa55word@api.example',
      baseline: '\\\\reviewer:pa55word@a.example',
      'report-logo': '//reviewer:pa55word@a.example/logo.png?token=pa55word',
      preferences: 'a: [b]reviewer:pa55word@a.example',
      config: 'https://reviewer:pa55word@a.example/policy.yml',
    };
    const result = await scene.run({ inputs });
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(result.annotations.error[0]?.message).toMatch(/^6 inputs are wrong/);
    const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
    for (const text of [said, result.summary, JSON.stringify(result.outputs)])
      expect(text).not.toMatch(/pa55word|reviewer/);
  });

  test('an unknown preference is sent as given, with a warning', async () => {
    await using scene = await startScene();
    const preferences = 'scan_deep: 1\nxxs: true\ncrawler_options: { open_redirect: false }';
    const inputs = { preferences, reports: 'none', url: scene.hardened.url };
    const result = await scene.run({ inputs });
    expect(result.annotations.warning.map(({ message }) => message)).toEqual([
      expect.stringContaining('xxs'),
    ]);
    expect(scene.sandbox.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      url: scene.hardened.url,
      preferences: { scan_deep: 1, xxs: true, crawler_options: { open_redirect: false } },
    });
  });
});

describe('missing key', () => {
  /** A run without a key. It must never ask the service. */
  async function runWithoutKey(event: RunnerEvent, onMissing: string, more: Record<string, string> = {}) {
    await using scene = await startScene();
    const inputs = { 'api-key': '', 'on-missing-api-key': onMissing, ...more };
    const result = await scene.run({ event, inputs });
    expect(scene.sandbox.requests).toEqual([]);
    expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
    const written = scene.github.requests.filter(({ method }) => method !== 'GET');
    return { ...result, written: written.length };
  }

  for (const [who, event] of [
    ['a fork', pullRequest({ fork: true })],
    ['Dependabot', pullRequest({ dependabot: true })],
  ] as const) {
    test(`skip: a pull request from ${who} is green, with a notice`, async () => {
      const result = await runWithoutKey(event, 'skip');
      expect(result.exitCode).toBe(0);
      expect([...result.annotations.error, ...result.annotations.warning]).toEqual([]);
      expect(result.annotations.notice.map(({ message }) => message)).toEqual([
        expect.stringContaining('Nothing was scanned'),
      ]);
      expect(result.summary).toContain('Scan Gate: skipped, nothing was scanned');
      expect(result.written).toBe(0);
    });
  }

  for (const [who, event] of [
    ['a fork', pullRequest({ fork: true })],
    ['Dependabot', pullRequest({ dependabot: true })],
  ] as const) {
    test(`skip: a pull request from ${who} gets no variables either, so base-url and url may be empty`, async () => {
      const result = await runWithoutKey(event, 'skip', { 'base-url': '', url: '' });
      expect([result.exitCode, result.annotations.error]).toEqual([0, []]);
      expect(result.annotations.notice).toHaveLength(1);
      expect(result.written).toBe(0);
      const wrong = await runWithoutKey(event, 'skip', {
        'base-url': '',
        timeout: 'soon',
        'fail-on': 'severe',
      });
      expect(wrong.exitCode).toBe(1);
      expect(wrong.annotations.error[0]?.message).toMatch(/2 inputs are wrong.*timeout.*fail-on/s);
    });
  }

  test('skip: an empty base-url is wrong with a key, without skip, and where there are variables', async () => {
    const fork = pullRequest({ fork: true });
    const runs = await Promise.all([
      runWithoutKey(fork, 'fail', { 'base-url': '' }),
      runWithoutKey(fork, 'skip', { 'base-url': '', 'api-key': 'key-0123456789' }),
      runWithoutKey(pullRequest(), 'skip', { 'base-url': '' }),
      runWithoutKey(pullRequest({ fork: true, eventName: 'pull_request_target' }), 'skip', {
        'base-url': '',
      }),
      runWithoutKey(workflowRun(), 'skip', { 'base-url': '' }),
    ]);
    for (const { exitCode, maskedLog } of runs) {
      expect(exitCode).toBe(1);
      expect(maskedLog).toContain('base-url is empty');
    }
  });

  test('skip: where a fork has the secrets, an empty key fails', async () => {
    const events = [
      pullRequest({ fork: true, eventName: 'pull_request_target' }),
      workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' }),
    ];
    for (const event of events) expect((await runWithoutKey(event, 'skip')).exitCode).toBe(1);
  });

  test('skip: anywhere else an empty key fails, even with on-inconclusive: warn', async () => {
    const warn = { 'on-inconclusive': 'warn' };
    const results = await Promise.all([
      runWithoutKey(push(), 'skip', warn),
      runWithoutKey(pullRequest(), 'skip', warn),
    ]);
    for (const { exitCode, annotations } of results) {
      expect(exitCode).toBe(1);
      expect(annotations.error.map(({ message }) => message)).toEqual([
        expect.stringMatching(/api-key is empty.*secret/),
      ]);
    }
  });

  test('fail, the default, fails on a fork too', async () => {
    const result = await runWithoutKey(pullRequest({ fork: true }), 'fail');
    expect(result.exitCode).toBe(1);
  });

  test('a fork that has a key is scanned like any other', async () => {
    await using scene = await startScene();
    const inputs = { 'on-missing-api-key': 'skip', url: scene.hardened.url, reports: 'none' };
    const result = await scene.run({ event: pullRequest({ fork: true }), inputs });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  });
});

describe('key and url secrets', () => {
  /** A site that remembers its requests. */
  function startWitness() {
    return startLoopback({ faults: new Faults(), respond: () => ({ status: 200, text: 'hello' }) });
  }

  function holds(requests: readonly ReceivedRequest[], secret: string): boolean {
    return requests.some(({ path, query, headers, bytes }) =>
      [path, String(query), JSON.stringify(headers), Buffer.from(bytes).toString()].join().includes(secret),
    );
  }

  test('the API key goes to the service in one header of every request, and not to the target', async () => {
    await using scene = await startScene();
    await using target = await startWitness();
    await scene.run({ inputs: { url: target.url, 'fail-on': 'never' } });
    const { requests, apiKey } = scene.sandbox;
    expect(requests.length).toBeGreaterThanOrEqual(3);
    for (const { headers, query, body, path } of requests) {
      expect(headers.authorization).toBe(`Bearer ${apiKey}`);
      expect(JSON.stringify([path, query, body, { ...headers, authorization: '' }])).not.toContain(apiKey);
    }
    expect(target.requests.length).toBeGreaterThan(0);
    for (const secret of [apiKey, scene.github.token]) expect(holds(target.requests, secret)).toBe(false);
  });

  test('user info and query values of the target are sent to the service and shown nowhere', async () => {
    await using scene = await startScene();
    const url = `${scene.hardened.url.replace('://', '://reviewer:pass%20phrase@')}/?preview=s3cr3t-value`;
    const result = await scene.run({ inputs: { url } });
    expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
    expect(scene.sandbox.requests[0]?.body).toEqual({ url });
    const file = await readFile(result.outputs['result-path'] ?? '', 'utf8');
    const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
    for (const text of [...scene.comments(), result.summary, file, said, JSON.stringify(result.outputs)]) {
      expect(text).not.toMatch(/s3cr3t-value|pass%20phrase|pass phrase/);
    }
  });
});

/** A dry run checks everything but the site, and leaves nothing behind (`docs/contract.md`, `dry-run`). */
describe('dry runs', () => {
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
    const result = await runDry(scene, {
      inputs: { ...inputs, 'on-inconclusive': 'warn', 'on-fail': 'warn' },
    });
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
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  BASE_SHA,
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  release,
  repositoryDispatch,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../support/events.ts';
import { blobOf } from '../support/github/views.ts';
import type { RunResult } from '../support/runner.ts';
import { namesOf, readOutput, readResult } from './run-files.ts';
import { gatePermissions, policyAtBase, policyPath, type Scene, startScene } from './scene.ts';

describe('the policy of the default branch', () => {
  const strict = { [policyPath]: 'fail-on: low\n' };
  const weakened = { [policyPath]: 'fail-on: never\n' };
  const groupBaseSha = '9'.repeat(40);
  const tagged = '4'.repeat(40);

  /** Whoever may not merge into the default branch switches the gate off everywhere else. */
  const contents = {
    main: strict,
    ...Object.fromEntries(
      [BASE_SHA, HEAD_SHA, MERGE_SHA, groupBaseSha, tagged, 'feature', 'release', 'v1'].map((ref) => [
        ref,
        weakened,
      ]),
    ),
  };
  const quiet = { reports: 'none', comment: 'never' };
  const pulls = [{ number: 7, headSha: HEAD_SHA, baseRef: 'release' }];

  const events: [string, RunnerEvent][] = [
    ['pull_request', pullRequest()],
    ['pull_request of a fork', pullRequest({ fork: true })],
    ['pull_request_target', pullRequest({ eventName: 'pull_request_target' })],
    ['pull_request into another branch', pullRequest({ baseRef: 'release' })],
    ['merge_group', mergeGroup({ baseSha: groupBaseSha })],
    ['deployment_status', deploymentStatus()],
    ['repository_dispatch', repositoryDispatch({ clientPayload: { git: { sha: HEAD_SHA } } })],
    ['workflow_run of a fork', workflowRun({ pullNumbers: [], headRepository: 'eve/x' })],
    ['push of a pull request', push({ branch: 'feature' })],
    ['push of a branch without a pull request', push({ branch: 'release', sha: tagged })],
    ['release of a tag', release({ sha: tagged })],
    ['schedule', schedule({ sha: tagged })],
    ['workflow_dispatch on a branch', workflowDispatch({ sha: tagged })],
    ['pull_request with a payload that is not understood', { ...pullRequest(), payload: {} }],
  ];

  describe('the policy of the default branch is in force, whatever is gated', () => {
    // The runs change nothing there.
    let scene: Scene;
    let scanId: string;
    beforeAll(async () => {
      scene = await startScene({ github: { contents, pulls } });
      scanId = await scene.scanned(scene.weak.url);
    });
    afterAll(async () => scene[Symbol.asyncDispose]());

    test.each(events)('on %s', async (_name, given) => {
      const before = scene.github.requests.length;
      const run = await scene.run({ event: given, inputs: { ...quiet, 'scan-id': scanId } });
      expect(run.outputs).toMatchObject({ verdict: 'fail' });
      expect(run.exitCode).toBe(1);
      const requests = scene.github.requests.slice(before);
      const asked = requests.filter(({ path }) => path.includes('/contents/'));
      expect(asked.map(({ query }) => query.get('ref'))).toEqual([null]);
      expect(run.maskedLog).toContain(`Policy file: ${policyPath} on the default branch`);
    });
  });

  test('a re-run sees what was merged since, and the blob is in log, summary, comment and JSON', async () => {
    await using scene = await startScene({ github: { contents } });
    const scanId = await scene.scanned(scene.weak.url);
    const inputs = { reports: 'none', 'scan-id': scanId };
    expect((await scene.run({ inputs })).outputs['verdict']).toBe('fail');
    scene.github.state.contents.set('main', new Map(Object.entries(weakened)));
    const again = await scene.run({ inputs, runAttempt: 2 });
    expect(again.outputs['verdict']).toBe('pass');
    const blob = blobOf('fail-on: never\n');
    expect(again.maskedLog).toContain(`Policy file: ${policyPath} on the default branch, blob ${blob}`);
    const shown = `/acme/storefront/blob/HEAD/${policyPath}) (blob \`${blob.slice(0, 7)}\`)`;
    for (const text of [again.summary, ...scene.comments()]) expect(text).toContain(shown);
    const result = JSON.parse(await readOutput(again, 'result-path'));
    expect(result.policy).toMatchObject({ file: policyPath, blob });
  });

  test('the policy costs one request, two without a file', async () => {
    await using scene = await startScene({ github: { contents } });
    const scanId = await scene.scanned(scene.weak.url);
    const inputs = { ...quiet, 'scan-id': scanId };
    const ask = async () => {
      const before = scene.github.requests.length;
      const run = await scene.run({ inputs });
      const asked = scene.github.requests.slice(before).map(({ path }) => path.split('/').slice(4).join('/'));
      return { asked, log: run.maskedLog };
    };
    const file = `contents/${encodeURIComponent(policyPath)}`;
    expect((await ask()).asked).toEqual([file]);
    scene.github.state.contents.delete('main');
    const missing = await ask();
    expect(missing.asked).toEqual([file, 'commits/HEAD']);
    expect(missing.log).toContain(`There is no policy file ${policyPath} on the default branch`);
  });

  describe('is inconclusive, and starts no scan', () => {
    const answer = (path: RegExp, status: number, json: unknown) => ({
      faults: [{ path, effect: { kind: 'status', status, json } as const }],
    });
    const notFound = { message: 'Not Found' };

    test.each([
      [
        'where GitHub shows the token nothing',
        answer(/contents|commits/, 404, notFound),
        /HTTP 404.*contents: read/,
      ],
      ['where a page comes instead of a file', answer(/contents/, 200, 'hello'), /not understood/],
    ])('%s', async (_what, github, words) => {
      await using scene = await startScene({ github });
      const run = await scene.run({ inputs: { ...quiet, url: scene.hardened.url } });
      expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(run.outputs['reason']).toMatch(words);
      expect(scene.sandbox.scans).toEqual([]);
    });
  });
});

describe('the policy file', () => {
  const quiet = { reports: 'none', comment: 'never' };

  test('the file decides, and a given input wins over it', async () => {
    await using scene = await startScene({ github: { contents: policyAtBase('fail-on: never\n') } });
    const scanId = await scene.scanned(scene.weak.url);
    const inputs = { ...quiet, 'scan-id': scanId };
    const byFile = await scene.run({ inputs });
    expect(byFile.exitCode).toBe(0);
    expect(byFile.outputs).toMatchObject({ verdict: 'pass' });
    expect(byFile.summary).toContain(policyPath);
    const byInput = await scene.run({ inputs: { ...inputs, 'fail-on': 'critical' } });
    expect(byInput.outputs).toMatchObject({ verdict: 'fail', blocking: byFile.outputs['critical'] });
  });

  test('a file of another name is read from the default branch too', async () => {
    const contents = {
      main: { 'policies/strict.yml': 'fail-on: warning', [policyPath]: 'fail-on: never' },
    };
    await using scene = await startScene({ github: { contents } });
    const scanId = await scene.scanned(scene.hardened.url);
    const inputs = { ...quiet, 'scan-id': scanId, config: 'policies/strict.yml' };
    const run = await scene.run({ inputs });
    expect(run.outputs['verdict']).toBe('fail');
    expect(run.outputs['blocking']).toBe(run.outputs['total']);
  });

  test('a missing default file is no error; a named file that is missing is one', async () => {
    await using scene = await startScene({ github: { contents: { main: {} } } });
    const scanId = await scene.scanned(scene.hardened.url);
    const inputs = { ...quiet, 'scan-id': scanId, 'on-inconclusive': 'warn' };
    const run = await scene.run({ inputs });
    expect(run.outputs['verdict']).toBe('pass');
    const missing = await scene.run({ inputs: { ...inputs, config: 'policies/none.yml' } });
    expect(missing.exitCode).toBe(1);
    expect(missing.maskedLog).toContain('config: there is no policies/none.yml on the default branch');
  });

  test('with `config: none` GitHub gets no request', async () => {
    await using scene = await startScene({ github: { contents: policyAtBase('fail-on: never') } });
    const scanId = await scene.scanned(scene.weak.url);
    const run = await scene.run({ inputs: { ...quiet, 'scan-id': scanId, config: 'none' } });
    expect(run.outputs['verdict']).toBe('fail');
    expect(scene.github.requests).toEqual([]);
  });

  test('a file that may not be read is inconclusive, with the missing permission, and no scan starts', async () => {
    const github = { contents: policyAtBase('fail-on: warning'), permissions: { contents: 'none' } } as const;
    await using scene = await startScene({ github });
    const run = await scene.run({ inputs: { ...quiet, url: scene.hardened.url } });
    expect(run.exitCode).toBe(1);
    expect(run.outputs['verdict']).toBe('inconclusive');
    expect(run.outputs['reason']).toContain('contents: read');
    expect(run.outputs['reason']).toContain(policyPath);
    expect(scene.sandbox.scans).toEqual([]);
  });

  test('a wrong file fails the step, naming every mistake, even with `on-inconclusive: warn`', async () => {
    const text = 'fail-on: severe\non-inconclusive: warn\nignore:\n  - name: "*"\n    expires: soon\n';
    await using scene = await startScene({ github: { contents: policyAtBase(text) } });
    const run = await scene.run({ inputs: { ...quiet, 'on-inconclusive': 'warn' } });
    expect(run.exitCode).toBe(1);
    for (const words of [
      'line 1: fail-on is wrong, expected critical, high, medium, low, warning or never',
      'line 4: ignore[0].reason is wrong',
      'line 5: ignore[0].expires is wrong',
    ])
      expect(run.maskedLog).toContain(words);
    expect(scene.sandbox.scans).toEqual([]);
  });
});

describe('ignore and host rules', () => {
  const rules = `fail-on: medium
ignore:
  - name: "*directory listing*"
    reason: Only public files are listed
    owner: platform team
  - cwe: 601
    severity: medium
    reason: The redirect goes to partners
    expires: 2999-12-31
  - name: "*exposed*"
    severity: low
    reason: Its ceiling keeps this from taking what is critical
  - group: No such group
    reason: Matches nothing
  - name: "*"
    reason: Long over
    expires: 2020-01-31
`;

  test('ignored findings do not block, are counted, and stay visible with their reason', async () => {
    await using scene = await startScene({ github: { contents: policyAtBase(rules) } });
    const run = await scene.run({ inputs: { reports: 'none' } });
    expect(run.exitCode).toBe(1);
    const ignored = await namesOf(run, 'ignored');
    expect(ignored).toEqual(expect.arrayContaining(['Directory listing enabled', 'Open redirect']));
    expect(run.outputs['ignored']).toBe(String(ignored.length));
    expect(await namesOf(run, 'blocking')).toContain('Environment file exposed');
    expect(await namesOf(run, 'blocking')).not.toContain('Open redirect');
    for (const text of [run.summary, ...scene.comments()]) {
      expect(text).toContain('Only public files are listed');
      expect(text).toContain('platform team');
      expect(text).toContain('2999-12-31');
      expect(text).toContain('fingerprint: v1:');
    }
    expect(run.summary).toContain('2020-01-31');
  });

  test('the snippet of a blocking finding, with a reason, ignores exactly that finding', async () => {
    await using scene = await startScene({ weak: { fixed: ['headers', 'exposures', 'cookies', 'content'] } });
    const scanId = await scene.scanned(scene.weak.url);
    const go = (policy: string) => {
      scene.github.state.contents.set('main', new Map([['.github/scan-gate.yml', policy]]));
      return scene.run({ inputs: { 'scan-id': scanId, reports: 'none' } });
    };
    const before = await go('fail-on: medium\n');
    expect(await namesOf(before, 'blocking')).toEqual(['Open redirect']);
    const fingerprint = /fingerprint: (v1:[0-9a-f]{20})/.exec(scene.comments().join())?.[1];
    const after = await go(
      `fail-on: medium\nignore:\n  - fingerprint: ${fingerprint}\n    reason: Accepted\n`,
    );
    expect(after.exitCode).toBe(0);
    expect(await namesOf(after, 'ignored')).toEqual(['Open redirect']);
  });

  test('host rules block by their own severity, and each says what to do', async () => {
    const policy =
      'fail-on: high\nhost:\n  allowed-ports: [443]\n  certificate-min-days: 30\n  require-waf: true\n';
    await using scene = await startScene({ github: { contents: policyAtBase(policy) } });
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
    scene.github.state.contents.get('main')?.set('.github/scan-gate.yml', `${policy}  severity: low\n`);
    const mild = await scene.run({ inputs });
    expect(mild.exitCode).toBe(0);
    expect(mild.summary).toMatch(/firewall/i);
  });
});

describe('answers that must not pass, and rules that must not take more than they say', () => {
  const summary = { critical: 0, high: 0, medium: 0, low: 1, warning: 0 };

  /** The answer of a finished scan, with one finding and with `fields`. */
  function withFinding(finding: object, fields: object = {}) {
    const low = { group: 'Unspecified Threat', name: 'Odd', severity: 'low', cve: [], cwe: [], ...finding };
    return { issues: [low], issuesSummary: summary, issuesSummaryTotal: 1, ...fields };
  }

  /** Gates on a scan of the hardened site, whose answer is changed. */
  async function gate(
    scene: Scene,
    change: (answer: Record<string, unknown>) => object,
    inputs: Record<string, string> = {},
  ): Promise<RunResult> {
    const scanId = await scene.scanned(scene.hardened.url);
    const mutate = (answer: unknown) => ({ ...Object(answer), ...change({ ...Object(answer) }) });
    scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
    return scene.run({ inputs: { 'scan-id': scanId, reports: 'none', ...inputs } });
  }

  const informationWith = (fields: object) => (answer: Record<string, unknown>) => ({
    information: { ...Object(answer['information']), ...fields },
  });
  const checksMade = (checks: number) => (answer: Record<string, unknown>) => ({
    totalChecked: checks,
    ...informationWith({ total_checked: checks })(answer),
  });

  interface Case {
    readonly change: (answer: Record<string, unknown>) => object;
    readonly inputs?: Record<string, string>;
    readonly policy?: string;
    readonly verdict: 'pass' | 'fail' | 'inconclusive';
    readonly says: string;
  }

  const cvss: Record<string, string> = { 'fail-on-cvss': '7' };
  const asksForXss = { preferences: 'xss: true\ncrawler_options:\n  open_redirect: true\n' };

  /** One of each kind. The others are those of the gate alone: `assess.test.ts`, `host-rules.test.ts`, `scan-preferences.test.ts`. */
  const cases: Readonly<Record<string, Case>> = {
    'a score as text is read': {
      change: () => withFinding({ cvss: { score: '9.8' } }),
      inputs: cvss,
      verdict: 'fail',
      says: 'reaches the CVSS score of 7.0',
    },
    'a score that cannot be read': {
      change: () => withFinding({ cvss: { score: 98 } }),
      inputs: cvss,
      verdict: 'inconclusive',
      says: 'should be a CVSS score from 0.0 to 10.0',
    },
    'a check that was asked for and is switched off': {
      change: () => ({ preferences: { xss: false, crawler_options: { open_redirect: true } } }),
      inputs: asksForXss,
      verdict: 'inconclusive',
      says: 'preferences ask for xss, but the scan ran without it.',
    },
    'certificates that are no list': {
      change: informationWith({ certificate: { commonName: 'good' } }),
      policy: 'host:\n  certificate-min-days: 30\n  severity: low\n',
      verdict: 'inconclusive',
      says: 'information.certificate should be a list',
    },
    'services that are no list': {
      change: informationWith({ services: 'none' }),
      policy: 'host:\n  allowed-ports: [443]\n',
      verdict: 'inconclusive',
      says: 'information.services should be a list',
    },
    'host rules under `fail-on: never`': {
      change: informationWith({ waf: [] }),
      policy: 'fail-on: never\nhost:\n  require-waf: true\n',
      verdict: 'fail',
      says: 'violation of the host rules',
    },
    'no checks by one of two counts': {
      change: informationWith({ total_checked: 0 }),
      verdict: 'inconclusive',
      says: 'without making a single check',
    },
    'fewer checks than `min-checks`': {
      change: checksMade(99),
      policy: 'min-checks: 100\n',
      verdict: 'inconclusive',
      says: 'The scan made 99 checks, and min-checks asks for 100',
    },
    'as many checks as `min-checks`': {
      change: checksMade(100),
      inputs: { 'min-checks': '100' },
      verdict: 'pass',
      says: 'does not block',
    },
    'a total below zero': {
      change: () => ({ issuesSummaryTotal: -1 }),
      verdict: 'inconclusive',
      says: 'issuesSummaryTotal',
    },
    'a scan id that is a number': {
      change: () => ({ identificator: 7 }),
      verdict: 'inconclusive',
      says: 'another scan: 7',
    },
    'a critical finding with a name of 8 MiB': {
      change: () =>
        withFinding(
          { severity: 'critical', name: 'a '.repeat(4 * 2 ** 20) },
          { issuesSummary: { critical: 1 } },
        ),
      verdict: 'fail',
      says: '1 finding has severity high or worse',
    },
  };

  test.each(Object.entries(cases))('%s', async (_title, { change, inputs, policy, verdict, says }) => {
    const contents = policyAtBase(policy ?? '');
    await using scene = await startScene({ github: { contents, permissions: gatePermissions } });
    const run = await gate(scene, change, inputs);
    expect([run.outputs['verdict'], run.exitCode]).toEqual([verdict, verdict === 'pass' ? 0 : 1]);
    expect(run.outputs['reason']).toContain(says);
  });

  describe('preferences', () => {
    const ran = { xss: true, sqli: false, scan_speed: 'fast*_`' };
    const asked = 'xss: true\nscan_speed: moderate\n';

    test('that came back different are shown, and `sqli` that is off', async () => {
      await using scene = await startScene();
      const run = await gate(scene, () => ({ preferences: ran }), { preferences: asked });
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

    test('are not shown with `disclosure: counts`, apart from names of the interface', async () => {
      await using scene = await startScene();
      const preferences = 'xss: true\nhidden_check: true\nscan_speed: moderate\n';
      const inputs = { preferences, disclosure: 'counts' };
      const run = await gate(
        scene,
        () => ({ preferences: { ...ran, xss: false, hidden_check: false } }),
        inputs,
      );
      expect(run.outputs['verdict']).toBe('inconclusive');
      for (const text of [run.summary, ...scene.comments()]) {
        expect(text).toContain('`xss`, `***`');
        expect(text).not.toMatch(/hidden_check|fast\*|asked for `moderate`/);
      }
    });

    test('of a baseline that differ are a notice', async () => {
      await using scene = await startScene();
      const baseline = await scene.scanned(scene.weak.url);
      const run = await gate(
        scene,
        (answer) =>
          answer['identificator'] === baseline
            ? { preferences: { scan_deep: 1 } }
            : { preferences: { scan_deep: 3 } },
        { baseline },
      );
      expect(run.outputs['verdict']).toBe('pass');
      expect(run.annotations.notice.map(({ message }) => message).join()).toContain(
        `(${baseline}) ran with other preferences (scan_deep)`,
      );
      expect(scene.comments()[0]).toContain('ran with other preferences (`scan_deep`)');
    });
  });

  describe('fingerprints', () => {
    const ports = [22, 3306].map((port) => ({ name: `Open at 127.0.0.1:${port}`, severity: 'critical' }));

    test('tell ports apart, so that a new one blocks', async () => {
      await using scene = await startScene();
      const baseline = await scene.scanned(scene.weak.url);
      const issuesSummary = { critical: 1 };
      const run = await gate(
        scene,
        ({ identificator }) => ({
          issues: [ports[identificator === baseline ? 0 : 1]],
          issuesSummary,
          issuesSummaryTotal: 1,
        }),
        { baseline },
      );
      expect(run.outputs).toMatchObject({ verdict: 'fail', new: '1', fixed: '1' });
    });

    test('name no finding without a name, which is never known', async () => {
      await using scene = await startScene();
      const baseline = await scene.scanned(scene.weak.url);
      const issue = { group: 'Unspecified Threat', severity: 'critical' };
      const run = await gate(
        scene,
        () => ({ issues: [issue], issuesSummary: { critical: 1 }, issuesSummaryTotal: 1 }),
        {
          baseline,
        },
      );
      expect(run.outputs).toMatchObject({ verdict: 'fail', new: '1', fixed: '0' });
      for (const text of [run.summary, ...scene.comments()]) expect(text).not.toContain('fingerprint:');
    });
  });

  describe('ignore rules', () => {
    const rule = (fields: string) => `ignore:\n  - ${fields}\n    reason: Accepted\n`;

    test('by CVE take only findings that name no other', async () => {
      const contents = policyAtBase(rule('cve: [CVE-2021-23017, CVE-2020-0001]'));
      await using scene = await startScene({ github: { contents } });
      const issues = [
        { name: 'Waived', severity: 'high', cve: ['CVE-2021-23017'] },
        { name: 'Both waived', severity: 'high', cve: 'CVE-2021-23017 CVE-2020-0001' },
        { name: 'Second', severity: 'high', cve: ['CVE-2021-23017', '2022-0001'] },
        { name: 'None', severity: 'high', cve: [] },
      ];
      const run = await gate(scene, () => ({ issues, issuesSummary: { high: 4 }, issuesSummaryTotal: 4 }));
      expect(await namesOf(run, 'ignored')).toEqual(['Waived', 'Both waived']);
      expect(await namesOf(run, 'blocking')).toEqual(['Second', 'None']);
    });

    test('from the suggested snippet stop at the severity that was waived', async () => {
      await using scene = await startScene({ github: { contents: policyAtBase('fail-on: medium\n') } });
      const go = (severity: string) =>
        gate(scene, () => ({
          issues: [{ name: 'Odd', severity }],
          issuesSummary: { [severity]: 1 },
          issuesSummaryTotal: 1,
        }));
      await go('medium');
      const [, snippet = ''] = /```yaml\n(ignore:[^`]*)```/.exec(scene.comments().join()) ?? [];
      expect(snippet).toContain('severity: medium');
      for (const files of scene.github.state.contents.values())
        files.set('.github/scan-gate.yml', `fail-on: medium\n${snippet.replace('""', 'Accepted')}`);
      expect((await go('medium')).outputs).toMatchObject({ verdict: 'pass', ignored: '1' });
      expect((await go('critical')).outputs).toMatchObject({ verdict: 'fail', ignored: '0' });
    });
  });
});

describe('on-fail', () => {
  /** What a run said about the site, without what differs from run to run. */
  async function saidBy({ outputs, summary, annotations }: RunResult) {
    const read = (name: string) => readFile(outputs[name] ?? '', 'utf8');
    const {
      policy: _policy,
      run: _run,
      artifactUrl: _artifactUrl,
      ...result
    } = JSON.parse(await read('result-path'));
    const lines = summary.split('\n').filter((line) => !/on-fail|\btook\b|\/artifacts\//.test(line));
    return {
      outputs: Object.entries(outputs).filter(([name]) => !/path$|duration|artifact/.test(name)),
      result,
      sarif: await read('sarif-path'),
      lines,
      errors: annotations.error.map(({ message }) => message).filter((line) => line !== outputs['reason']),
    };
  }

  test('on-fail: warn keeps the step green, and changes no output and no report', async () => {
    await using scene = await startScene({ github: { permissions: gatePermissions } });
    const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
    const strict = await scene.run({ inputs });
    const warned = await scene.run({ inputs: { ...inputs, 'on-fail': 'warn' } });
    expect([strict.exitCode, warned.exitCode]).toEqual([1, 0]);
    expect(warned.outputs['verdict']).toBe('fail');
    const said = await saidBy(strict);
    expect(said.errors.length).toBeGreaterThan(0);
    expect(await saidBy(warned)).toEqual(said);
    expect(warned.annotations.warning.map(({ message }) => message)).toEqual([
      `${strict.outputs['reason']} The step is not failed by this, because on-fail is warn.`,
    ]);
  });

  test('the policy file may set it, and the commit status stays a failure', async () => {
    await using scene = await startScene({
      github: {
        contents: policyAtBase('on-fail: warn\n'),
        permissions: { ...gatePermissions, statuses: 'write' },
      },
    });
    const result = await scene.run({ inputs: { 'commit-status': 'Scan Gate', reports: 'none' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'fail']);
    expect(scene.github.state.statuses.map(({ state }) => state)).toEqual(['pending', 'failure']);
  });
});

describe('fail-fast', () => {
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
});

import { describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../sandbox/faults.ts';
import type { ScanBehaviour } from '../../sandbox/scan/scan.ts';
import { issueGroups } from '../../sandbox/scan/wire.ts';
import { readHidden } from '../../src/report/hidden-state.ts';
import { scanDigest } from '../../src/scan/scan-tie.ts';
import { HEAD_SHA, schedule } from '../support/events.ts';
import type { RunningAction } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { ageComments, namesOf, readOutput } from './run-files.ts';
import { policyOnMain, type Scene, startScan, startScene } from './scene.ts';
import { wholeResult } from './whole-result.ts';

describe('scan id', () => {
  test('scan-id gates on that scan and starts none', async () => {
    await using scene = await startScene();
    const scanId = await scene.scanned(scene.weak.url);
    scene.weak.fix('headers', 'exposures');
    const before = scene.sandbox.requests.length;
    const result = await scene.run({ inputs: { 'scan-id': scanId } });
    expect(result.outputs).toMatchObject({ verdict: 'fail', 'scan-id': scanId, url: scene.weak.url });
    expect(scene.sandbox.scans).toHaveLength(1);
    const asked = scene.sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual([
      'GET /v1/api/list_scans',
      `GET /v1/api/scan/${scanId}`,
      'POST /v1/api/reports/generate',
    ]);
    expect(scene.comments()[0]).toContain(scanId);
  });

  test('a scan that the service does not know is inconclusive at once', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { 'scan-id': '7b0e6a52-0000-4000-8000-000000000000' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.outputs['reason']).toContain('404');
    const asked = scene.sandbox.requests.map(({ path }) => path);
    expect(asked).toEqual(['/v1/api/list_scans', expect.stringContaining('/v1/api/scan/')]);
  });

  test('the target of the scan is looked up, for outputs and reports', async () => {
    await using scene = await startScene();
    const secret = 'pr3view-t0ken';
    const scanId = await scene.scanned(`${scene.hardened.url}/?access=${secret}`);
    const { host } = new URL(scene.hardened.url);
    const run = async (inputs: Readonly<Record<string, string>> = {}) =>
      scene.run({ inputs: { 'scan-id': scanId, ...inputs } });

    const result = await run();
    expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
    expect(scene.comments()[0]).toContain(host);
    const [report] = scene.sandbox.requests.filter(({ path }) => path.includes('reports'));
    expect(report?.body).toMatchObject({ target_url: scene.hardened.url });
    for (const text of [result.maskedLog, scene.comments().join(), JSON.stringify(report?.body)])
      expect(text).not.toContain(secret);

    ageComments(scene);
    await run({ disclosure: 'counts' });
    expect(scene.comments()[0]).toContain('Scan Gate: passed');
    expect(scene.comments()[0]).not.toContain(host);

    scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
    const unknown = await run();
    expect(unknown.outputs).toMatchObject({ verdict: 'pass', url: '' });
  });
});

/** A re-run finds the scan that an earlier attempt left running by the hidden line of our comment. */
describe('re run', () => {
  const inputs = { reports: 'none' };

  /** Runs attempt 1, and kills it as soon as the comment shows progress, so that it writes no last word. */
  async function leaveRunning(scene: Scene, options: object = {}): Promise<string> {
    const action: RunningAction = await scene.start({ runId: 5, inputs, ...options });
    await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
    action.kill('SIGKILL');
    await action.done.catch(() => undefined);
    return scene.sandbox.scans.at(-1)?.id ?? '';
  }

  /** A scan that runs for as long as the test does, however slow the machine is. */
  const endless = { sandbox: { scanBehaviour: { stuckAt: 60 } } };

  test('a re-run takes up the scan that the comment names, with counts too', async () => {
    for (const disclosure of ['full', 'counts']) {
      await using scene = await startScene(endless);
      const options = { inputs: { ...inputs, disclosure } };
      const scanId = await leaveRunning(scene, options);
      const tie = { sha: HEAD_SHA, runId: 5, scan: scanDigest(scanId), reusable: false };
      const tied = () => scene.comments().map((body) => readHidden(body)?.tie);
      expect(tied()).toEqual([tie]);
      expect(scene.comments()[0]).not.toContain(scanId);
      const again = { inputs: { ...options.inputs, timeout: '5s' } };
      const { outputs, lines } = await scene.run({ runId: 5, runAttempt: 2, ...again });
      expect(outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scanId });
      expect(lines).toContainEqual(expect.stringContaining(`Taking up scan ${scanId}`));
      expect(scene.sandbox.scans).toHaveLength(1);
      expect(tied()).toEqual([{ ...tie, reusable: true }]);
    }
  });
});

/** Which scans may be taken up is decided in `obtain-scan.test.ts` and `scan-list.test.ts`. */
describe('without a pull request', () => {
  const inputs = { reports: 'none' };

  async function sceneWithRunningScan(): Promise<[Scene, string]> {
    // Still running when the action looks.
    const scene = await startScene({ sandbox: { scanMs: 100_000 } });
    await startScan(scene.sandbox, scene.hardened.url);
    return [scene, scene.sandbox.scans[0]?.id ?? ''];
  }

  test.each([
    ['a re-run takes up the scan that an earlier attempt left running', 2, {}, 'Taking up scan'],
    ['reuse-within takes a running scan, and waits for it', 1, { 'reuse-within': '2h' }, 'Reusing scan'],
    ['a first attempt starts its own scan beside a running one', 1, {}, null],
  ])('%s', async (_title, runAttempt, more, says) => {
    const [scene, left] = await sceneWithRunningScan();
    await using _scene = scene;
    const run = await scene.run({
      event: schedule(),
      runAttempt,
      inputs: { url: scene.hardened.url, ...inputs, ...more },
    });
    expect(run.outputs['verdict']).toBe('pass');
    expect(scene.sandbox.scans).toHaveLength(says === null ? 2 : 1);
    expect(run.outputs['scan-id'] === left).toBe(says !== null);
    expect(run.lines).toContainEqual(
      expect.stringContaining(says === null ? 'Started scan' : `${says} ${left}`),
    );
  });
});

describe('timeout', () => {
  const inputs = { timeout: '4s' };

  function sceneWith(scanBehaviour: ScanBehaviour) {
    return startScene({ sandbox: { scanBehaviour } });
  }

  test('a scan that is not finished in time is inconclusive, and fails the step', async () => {
    await using scene = await sceneWith({ stuckAt: 60 });
    const result = await scene.run({ inputs });
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scene.sandbox.scans[0]?.id });
    expect(result.outputs['reason']).toMatch(
      /not finished after 4 s.*reached [\d.]+%.*run the job again to wait for it.*raise timeout/,
    );
    expect(scene.comments()[0]).toContain('Scan Gate: no clear result, so this check failed');
    // The service writes no report of an unfinished scan.
    expect(scene.sandbox.requests.filter(({ path }) => path.includes('reports'))).toEqual([]);
  });

  test('on-inconclusive: warn: the step is green with a warning, and the verdict does not change', async () => {
    await using scene = await sceneWith({ stuckAt: 60 });
    const result = await scene.run({ inputs: { ...inputs, 'on-inconclusive': 'warn' } });
    expect(result.exitCode).toBe(0);
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(result.annotations.error).toEqual([]);
    const warnings = result.annotations.warning.map(({ message }) => message);
    expect(warnings.at(-1)).toContain('not finished after 4 s');
    expect(scene.comments()[0]).toContain('no clear result; the check stays green (on-inconclusive: warn)');
  });

  test('nothing is said to go on where no scan was started, or none is known of', async () => {
    const hang = { kind: 'hang' } as const;
    await using scene = await startScene({ sandbox: { faults: [{ endpoint: 'list', fault: hang }] } });
    const before = await scene.run({ inputs: { ...inputs, 'reuse-within': '1h' } });
    expect(before.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '' });
    expect(before.outputs['reason']).toContain('(4 s) was up before one was started');
    scene.sandbox.faults = [{ endpoint: 'start', fault: hang }];
    const sent = await scene.run({ inputs: { ...inputs, language: 'pt' } });
    expect(sent.outputs['reason']).toContain('Não se sabe se um scan foi iniciado');
    scene.sandbox.faults = [{ endpoint: 'fetch', fault: hang }];
    const unread = await scene.run({ inputs });
    expect(unread.outputs['reason']).toContain('before its progress could be read');
    for (const { outputs, maskedLog } of [before, sent, unread])
      expect(`${outputs['reason']} ${maskedLog}`).not.toMatch(/queue|na fila|goes on|continua/);
    expect(scene.comments().join()).not.toMatch(/queue|goes on|continua/);
  });
});

// What docs/internals/service-interface.md names and no site of the sandbox has: in one answer, through a whole run.
describe('whole interface', () => {
  const everything: FaultRule = {
    endpoint: 'fetch',
    fault: { kind: 'mutate', mutate: (answer) => ({ ...Object(answer), ...wholeResult }) },
  };

  const policy = `fail-on: critical
ignore:
  - cve: [CVE-2021-23017, CVE-2021-44228]
    severity: critical
    reason: Not reachable
  - type: smtp_spoofing
    reason: This site sends no mail
host:
  allowed-ports: [443]
  certificate-min-days: 30
  require-waf: true
`;

  test('every group, CVEs, two services, smtp_spoofing and a database are read and shown', async () => {
    await using scene = await startScene({
      sandbox: { faults: [everything] },
      github: { contents: policyOnMain(policy) },
    });
    const run = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
    expect(run.outputs).toMatchObject({
      verdict: 'fail',
      total: '12',
      critical: '3',
      high: '2',
      medium: '3',
      low: '2',
      warning: '2',
      blocking: '2',
      ignored: '2',
    });
    expect(await namesOf(run, 'ignored')).toEqual(['Weakness 1', 'DMARC record missing']);
    const result = JSON.parse(await readOutput(run, 'result-path'));
    const groups: string[] = result.findings.map(({ group }: { group: string }) => group);
    expect(new Set(groups)).toEqual(new Set(issueGroups));
    expect(result.findings[0]).toMatchObject({ cve: ['CVE-2021-23017', 'CVE-2021-44228'] });
    expect(result.hostViolations).toEqual([
      expect.objectContaining({ kind: 'port', port: 3306, blocks: false, severity: 'high' }),
    ]);
    for (const shown of ['3306', 'MySQL 8.0.36', 'Cloudflare', 'green-thumb.example'])
      expect(run.summary).toContain(shown);
    expect(await readOutput(run, 'sarif-path')).toContain('CVE-2021-23017');
  });

  test('in Portuguese every group has its name, and with fail-on: never it passes', async () => {
    await using scene = await startScene({ sandbox: { faults: [everything] } });
    const inputs = { url: scene.hardened.url, reports: 'none', language: 'pt', 'fail-on': 'never' };
    const run = await scene.run({ inputs });
    expect(run.outputs['verdict']).toBe('pass');
    expect(run.summary).toContain('Comparação incorreta');
    for (const group of issueGroups) expect(run.summary).not.toContain(group);
  });
});

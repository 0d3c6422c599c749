/** Answers that must not pass, and rules that must not take more than they say. */
import { describe, expect, test } from '@jest/globals';
import type { RunResult } from '../../support/runner.ts';
import { namesOf, readOutput } from '../run-files.ts';
import { gatePermissions, policyAtBase, type Scene, startScene } from '../scene.ts';

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

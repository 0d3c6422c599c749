import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import type { Runner } from '../../../src/core/ports.ts';
import { outputNames } from '../../../src/publish/outputs.ts';
import { publish } from '../../../src/publish/publish.ts';
import type { CommitStatusText } from '../../../src/report/sentences/commit-status-text.ts';
import { schedule } from '../../support/events.ts';
import { startGitHub } from '../../support/github/server.ts';
import { bodiesOf, failing, startWithPull } from '../../support/github/with-pull.ts';
import { type DecidedOptions, decidedRun, type RecordingRunner } from '../recorded-run.ts';
import { partialClient } from '../scan/scripted-client.ts';

const unused = async () => {
  throw new Error('not asked for here');
};

/** Counts only, no PDF reports, and no server that takes artifacts. */
async function published(
  options: DecidedOptions = {},
  changed: (runner: RecordingRunner) => Partial<Runner> = () => ({}),
) {
  const env = { GITHUB_SERVER_URL: 'https://github.acme.example' };
  const inputs = { disclosure: 'counts', reports: 'none', ...options.inputs };
  const all = await decidedRun({ ...options, env, inputs });
  const { runner } = all.ports;
  const ports = { ...all.ports, runner: { ...runner, ...changed(runner) } };
  const given: CommitStatusText[] = [];
  const finish = async (text: CommitStatusText) => {
    given.push(text);
  };
  const reason = await publish(all.decided, { begin: unused, fail: unused, finish }, ports);
  return { ...all, reason, given, outputs: runner.outputs };
}

const failingWrite = () => {
  throw new Error('the disk is full');
};

test('masks values of `preferences`, but nothing that would empty an output or stand in any line', async () => {
  const preferenceForms = ['Passw0rd', 'preview.example', 'result.json', 'inconclusiv', 'a long\n}'];
  const { ports, outputs } = await published({ run: { preferenceForms }, scanned: { totalChecked: 0 } });
  expect(outputs['verdict']).toBe('inconclusive');
  expect(ports.runner.masked.filter((form) => preferenceForms.includes(form))).toEqual(['Passw0rd']);
});

describe('publish', () => {
  test.each([
    [
      { subdomains: ['a', 'b'], information: { leaks: [{}] } },
      ['Subdomains: 2, listed', 'Leaked addresses: 1, listed'],
    ],
    [{ subdomains: 2, information: null }, []],
  ])('counts what was asked for and is a list: %j', async (raw, said) => {
    const inputs = { 'include-subdomains': 'true', 'include-leaks': 'true' };
    const lines = async (given: object) =>
      (await published({ scanEnd: { raw }, ...given })).ports.runner.summary.match(
        /(Subd|Leaked).*listed/g,
      ) ?? [];
    expect(await lines({ inputs })).toEqual(said);
    expect(await lines({})).toEqual([]);
  });

  test('says the verdict in every sink, and sets every output', async () => {
    await using github = await startWithPull();
    const { reason, given, outputs, ports } = await published({ github, scanned: failing });
    expect(reason).toContain('1 finding');
    expect(given).toEqual([{ state: 'failure', description: reason }]);
    expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
    expect(outputs).toMatchObject({
      verdict: 'fail',
      reason,
      blocking: '1',
      high: '1',
      total: '1',
      url: 'https://preview.example.com',
      'scan-id': 'scan-1',
      'artifact-id': '',
      'issue-url': '',
    });
    for (const name of ['result-path', 'sarif-path', 'summary-path', 'evidence-path'])
      expect(existsSync(outputs[name] ?? '')).toBe(true);
    expect(outputs['comment-url']).toMatch(/#issuecomment-/);
    expect(bodiesOf(github)).toEqual([expect.stringContaining('1 finding blocks')]);
    expect(ports.runner.summary).toContain('1 finding blocks');
    expect(ports.log.of('warning')).toEqual([]);
    const links = ports.log.of('info').slice(-2).join('\n');
    expect(links).toContain(outputs['comment-url']);
    expect(links).toContain('/actions/runs/100');
  });

  test('annotates blocking findings, and names none if they are only counted', async () => {
    const full = await published({ scanned: failing, inputs: { disclosure: 'full' } });
    expect(full.ports.runner.annotations).toMatchObject([
      { level: 'error', title: expect.stringContaining('SQL injection') },
    ]);
    const { runner, log } = (await published({ scanned: failing })).ports;
    const said = JSON.stringify([runner.annotations, runner.summary, log.of('info')]);
    expect(said).not.toContain('SQL injection');
  });

  test('sets the outputs of the verdict before anything is published', async () => {
    await using github = await startWithPull();
    const seen: string[] = [];
    const { outputs } = await published({ github, scanned: failing }, (runner) => ({
      setOutput: (name, value) => {
        if (name === 'verdict') seen.push(`${value} ${github.state.comments.size}`);
        runner.setOutput(name, value);
      },
    }));
    expect(seen).toEqual(['fail 0', 'fail 1']);
    expect(outputs['comment-url']).not.toBe('');
  });

  test('sets the commit status before it fetches the PDF reports, which may take minutes', async () => {
    const order: string[] = [];
    const finish = async () => void order.push('commit status');
    const report = async () => void order.push('PDF report');
    const inputs = { disclosure: 'counts', reports: 'ACTION_REPORT' };
    const { ports, decided } = await decidedRun({
      inputs,
      run: { client: partialClient({ pdfReport: report }) },
    });
    await publish(decided, { begin: unused, fail: unused, finish }, ports);
    expect(order).toEqual(['commit status', 'PDF report']);
  });

  test('goes on if a sink fails, with a warning for each, and the verdict stands', async () => {
    await using github = await startGitHub({ permissions: { issues: 'read', pull_requests: 'read' } });
    const runner = { writeSummary: failingWrite, annotate: failingWrite };
    const inputs = { disclosure: 'full' };
    const { reason, given, outputs, ports } = await published({ github, scanned: failing, runner, inputs });
    expect(given).toMatchObject([{ state: 'failure' }]);
    expect(outputs).toMatchObject({ verdict: 'fail', reason, 'comment-url': '' });
    expect(outputs['result-path']).not.toBe('');
    const failed = ['artifact', 'job summary', 'pull-requests: write', 'annotations'];
    const warnings = ports.log.of('warning');
    expect(failed.map((what) => warnings.filter((text) => text.includes(what)).length)).toEqual([1, 1, 1, 1]);
    expect(warnings).toHaveLength(failed.length);
  });

  test('warns each time that outputs cannot be set, and publishes all the same', async () => {
    await using github = await startWithPull();
    const { ports } = await published({ github, runner: { setOutput: failingWrite } });
    const failed = expect.stringContaining('the disk is full');
    expect(ports.log.of('warning')).toEqual([failed, failed]);
    expect(bodiesOf(github)).toHaveLength(1);
  });

  test('takes secrets out of what it says', async () => {
    const problem = { kind: 'deployment-not-ready', state: classified('public', 's3cr3t-word') } as const;
    const inputs = { url: 'https://preview.example.com/?key=s3cr3t-word' };
    const { reason, outputs, ports } = await published({ inputs, scanEnd: { problem } });
    expect(reason).toContain('***');
    const said = JSON.stringify([reason, outputs, ports.runner.summary]);
    expect(said).not.toContain('s3cr3t-word');
    expect(readFileSync(outputs['summary-path'] ?? '', 'utf8')).not.toContain('s3cr3t-word');
  });

  test('names the first PDF report in an output', async () => {
    const client = partialClient({ pdfReport: async () => {} });
    const inputs = { reports: 'COMMERCIAL_RISK_REPORT, ACTION_REPORT' };
    const { outputs } = await published({ inputs, run: { client } });
    expect(outputs['report-path']).toMatch(/ACTION_REPORT[^/]*\.pdf$/);
  });

  test('has no SARIF without a verdict on the whole scan, which would close alerts that are real', async () => {
    const { outputs, given } = await published({ scanEnd: { problem: { kind: 'nothing-checked' } } });
    expect(outputs).toMatchObject({ verdict: 'inconclusive', 'sarif-path': '' });
    expect(outputs['result-path']).not.toBe('');
    expect(given).toMatchObject([{ state: 'error' }]);
  });
});

test('what is switched off is not written: summary and annotations', async () => {
  const options = { scanned: failing, inputs: { disclosure: 'full' }, event: schedule() };
  const { publication } = await decidedRun(options);
  const { publishing, ...settings } = publication.decided.setup.settings;
  const quiet = { ...publishing, summary: false, annotations: false };
  const setup = { settings: { ...settings, publishing: quiet } };
  const { ports } = await published({ ...options, setup });
  expect(ports).toMatchObject({ runner: { summary: '', annotations: [] } });
  expect(ports.log.of('info').join('\n')).not.toContain('/actions/runs/100');
});

describe('what is to be known of the baseline', () => {
  const preferences = { scan_deep: 1 };
  const olderScans = ['scan-b', 'scan-a'].map((scanId) => ({ scanId, result: null }));

  test('is a notice: other preferences, and older scans that are not whole', async () => {
    const { publication } = await decidedRun({ scanned: { preferences: { scan_deep: 3 } } });
    const { result: scanned } = publication.decided.scanEnd;
    if (scanned === null) throw new Error('there is no result');
    const base = { ...scanned, preferences };
    const baseline = { kind: 'scan', scanId: 'base', target: null, result: base, olderScans } as const;
    const { policy } = publication.decided.setup.settings;
    const { ports } = await published({
      scanned,
      scanEnd: { policiesWithBaselines: [{ policy, baseline }] },
      event: schedule(),
    });
    expect(ports.log.of('notice')).toEqual([
      expect.stringMatching(/base.*scan_deep/),
      expect.stringContaining('scan-b, scan-a'),
    ]);
    const same = { ...baseline, result: scanned, olderScans: [] };
    const policiesWithBaselines = [{ policy, baseline: same }];
    const quiet = await published({ scanned, scanEnd: { policiesWithBaselines }, event: schedule() });
    expect(quiet.ports.log.of('notice')).toEqual([]);
  });
});

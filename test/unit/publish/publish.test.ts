import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { CommitStatusText } from '../../../src/publish/commit-status.ts';
import { outputNames } from '../../../src/publish/outputs.ts';
import { publish } from '../../../src/publish/publish.ts';
import { startGitHub } from '../../support/github/server.ts';
import { bodiesOf, failing, startWithPull } from '../../support/github/with-pull.ts';
import { until } from '../../support/until.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const unused = async () => {
  throw new Error('not asked for here');
};

/** Counts only, no PDF reports, and no server that takes artifacts. */
async function published(options: JudgedOptions = {}) {
  const env = { GITHUB_SERVER_URL: 'https://github.acme.example' };
  const inputs = { disclosure: 'counts', reports: 'none', ...options.inputs };
  const { ports, result } = await judgedRun({ ...options, env, inputs });
  const given: CommitStatusText[] = [];
  const setVerdict = async (text: CommitStatusText) => {
    given.push(text);
  };
  const reason = await publish(result, { setPending: unused, setError: unused, setVerdict }, ports);
  return { ports, reason, given, outputs: ports.runner.outputs };
}

const failingWrite = () => {
  throw new Error('the disk is full');
};

describe('publish', () => {
  test('asks for the login while it makes the files', async () => {
    await using github = await startWithPull();
    const isAsked = () => github.requests.some(({ path }) => path === '/graphql');
    const fetchPdfReport = async () => {
      await until(isAsked, 'the login');
      return Buffer.from('%PDF-1.7');
    };
    await published({ github, inputs: { reports: 'ACTION_REPORT' }, service: { fetchPdfReport } });
    expect(github.requests.filter(({ path }) => path === '/graphql')).toHaveLength(1);
    expect(bodiesOf(github)).toHaveLength(1);
  });

  test('says the verdict everywhere, and sets every output', async () => {
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
      'duration-seconds': '0',
    });
    for (const name of ['result-path', 'sarif-path', 'comment-path'])
      expect(existsSync(outputs[name] ?? '')).toBe(true);
    expect(outputs['comment-url']).toMatch(/#issuecomment-/);
    expect(bodiesOf(github)).toEqual([expect.stringContaining('1 finding blocks')]);
    expect(ports.runner.summary).toContain('1 finding blocks');
    expect(ports.log.of('warning')).toEqual([]);
    const links = ports.log.of('info').slice(-2).join('\n');
    expect(links).toContain(outputs['comment-url']);
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
    const setOutput = (name: string, value: string) => {
      if (name === 'verdict') seen.push(`${value} ${github.state.comments.size}`);
    };
    await published({ github, scanned: failing, runner: { setOutput } });
    expect(seen).toEqual(['fail 0', 'fail 1']);
  });

  test('sets the commit status before it fetches the PDF reports, which may take minutes', async () => {
    const order: string[] = [];
    const setVerdict = async () => void order.push('commit status');
    const fetchPdfReport = async () => {
      order.push('PDF report');
      return Buffer.from('%PDF-1.7');
    };
    const inputs = { disclosure: 'counts', reports: 'ACTION_REPORT' };
    const { ports, result } = await judgedRun({ inputs, service: { fetchPdfReport } });
    await publish(result, { setPending: unused, setError: unused, setVerdict }, ports);
    expect(order).toEqual(['commit status', 'PDF report']);
  });

  test('goes on if a destination fails, with a warning for each, and the verdict stands', async () => {
    await using github = await startGitHub({ permissions: { issues: 'read', pull_requests: 'read' } });
    const runner = { writeSummary: failingWrite };
    const inputs = { disclosure: 'full' };
    const { reason, given, outputs, ports } = await published({ github, scanned: failing, runner, inputs });
    expect(given).toMatchObject([{ state: 'failure' }]);
    expect(outputs).toMatchObject({ verdict: 'fail', reason, 'comment-url': '' });
    expect(outputs['result-path']).not.toBe('');
    const failed = ['artifact', 'job summary', 'pull-requests: write'];
    const warnings = ports.log.of('warning');
    expect(failed.map((what) => warnings.filter((text) => text.includes(what)).length)).toEqual([1, 1, 1]);
    expect(warnings).toHaveLength(failed.length);
  });

  test('warns each time that outputs cannot be set, and publishes all the same', async () => {
    await using github = await startWithPull();
    const { ports } = await published({ github, runner: { setOutput: failingWrite } });
    const failed = expect.stringContaining('the disk is full');
    expect(ports.log.of('warning')).toEqual([failed, failed]);
    expect(bodiesOf(github)).toHaveLength(1);
  });
});

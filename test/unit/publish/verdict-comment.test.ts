import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { publishVerdictComment } from '../../../src/publish/verdict-comment.ts';
import { readOwnPost } from '../../../src/report/hidden-line.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';
import { bodiesOf, failing, startWithPull } from '../../support/github/with-pull.ts';
import { targetLost } from '../../support/problem-samples.ts';
import { type DecidedOptions, decidedRun } from '../recorded-run.ts';

async function publish(github: LoopbackGitHub, options: DecidedOptions = {}) {
  const run = await decidedRun({ github, ...options });
  const published = await publishVerdictComment(run.publication);
  return { ...run, ...published };
}

const countRequests = ({ requests }: LoopbackGitHub, method: string, path: RegExp) =>
  requests.filter((request) => request.method === method && path.test(request.path)).length;

describe('the comment with the verdict', () => {
  test('is written, starts with what the next run reads, and is a file too', async () => {
    await using github = await startWithPull();
    const { commentUrl, commentTextPath, ports } = await publish(github, { scanned: failing, runId: 101 });
    const [body = '', ...more] = bodiesOf(github);
    expect(more).toEqual([]);
    expect(commentUrl).toMatch(/#issuecomment-\d+$/);
    expect(readOwnPost(body)?.marker).toMatchObject({ runId: 101, attempt: 1 });
    expect(readOwnPost(body)?.report).toMatchObject({
      outcome: 'fail',
      blocking: 1,
      names: ['SQL injection'],
    });
    expect(readOwnPost(body)?.notedScan).toMatchObject({ sha: HEAD_SHA, runId: 101 });
    expect(body).toContain('SQL injection');
    expect(commentTextPath).toBe(join(ports.runner.tempFolder, 'report.md'));
    expect(readFileSync(commentTextPath ?? '', 'utf8')).toBe(body);
    expect(github.violations).toEqual([]);
  });

  test.each([
    ['always', {}, 1],
    ['on-failure', {}, 0],
    ['on-failure', failing, 1],
    ['never', failing, 0],
  ])('with `comment: %s` for %j makes %i', async (comment, scanned, count) => {
    await using github = await startWithPull();
    const { commentUrl, commentTextPath } = await publish(github, { scanned, inputs: { comment } });
    expect(bodiesOf(github)).toHaveLength(count);
    expect(commentUrl === null).toBe(count === 0);
    expect(readFileSync(commentTextPath ?? '', 'utf8')).toContain('Scan Gate');
  });

  test('keeps what a newer run has written, and says so', async () => {
    await using github = await startWithPull();
    await publish(github, { scanned: failing, runId: 200 });
    const { commentUrl, ports } = await publish(github, { runId: 199 });
    expect(readOwnPost(bodiesOf(github)[0] ?? '')?.marker.runId).toBe(200);
    expect(ports.log.of('notice')).toEqual([expect.stringContaining(commentUrl ?? '')]);
  });

  test('keeps the last verdict below one without a verdict', async () => {
    await using github = await startWithPull();
    await publish(github, { scanned: failing });
    const scanEnd = { problem: { kind: 'timeout', afterMs: 1, percentage: 5 } } as const;
    await publish(github, { scanEnd, runId: 101 });
    const [body = ''] = bodiesOf(github);
    expect(readOwnPost(body)?.report).toMatchObject({ outcome: 'fail', blocking: 1 });
    expect(body).toMatch(/scan-gate:previous[\s\S]*SQL injection/);
    await publish(github, { runId: 102 });
    expect(bodiesOf(github)[0]).not.toContain('scan-gate:previous');
  });

  test('with `disclosure: counts` names no finding, nor what an earlier report named', async () => {
    await using github = await startWithPull();
    await publish(github, { scanned: failing });
    await publish(github, { scanned: failing, inputs: { disclosure: 'counts' }, runId: 101 });
    const [body = '', ...more] = bodiesOf(github);
    expect(more).toEqual([]);
    expect(readOwnPost(body)?.report).toMatchObject({ outcome: 'fail', names: [] });
    expect(body).not.toMatch(/SQL injection|preview\.example\.com/);
  });

  test('holds no secret, and hides no digits of its own', async () => {
    await using github = await startWithPull();
    const issues = [{ name: 'at 1234567 by s3cr3t-word', severity: 'high' }];
    const inputs = { url: 'https://preview.example.com/?access=s3cr3t-word&id=1234567' };
    const scanned = { issues, issuesSummary: { high: 1 } };
    await publish(github, { scanned, inputs, runId: 1_234_567 });
    const [body = ''] = bodiesOf(github);
    expect(readOwnPost(body)?.marker.runId).toBe(1_234_567);
    expect(body.split('\n').slice(3).join('\n')).not.toMatch(/s3cr3t-word|1234567 by/);
  });

  const notWhole = { problem: { kind: 'nothing-checked' } } as const;
  test.each([
    ['nothing is in doubt', { isTargetLost: false, scanEnd: {} }, true],
    ['the target was lost after the scan', { isTargetLost: true, scanEnd: {} }, false],
    ['the scan is not whole', { isTargetLost: true, scanEnd: notWhole }, true],
  ])('says if a later run may reuse the scan: %s', async (_why, { isTargetLost, scanEnd }, reusable) => {
    await using github = await startWithPull();
    const { decided, publication } = await decidedRun({ github, scanEnd });
    const { assessment } = decided.decision;
    const reasons = isTargetLost
      ? [{ kind: 'problem', problem: targetLost } as const]
      : assessment.verdict.reasons;
    const judged = { ...assessment, verdict: { ...assessment.verdict, reasons } };
    const decision = { ...decided.decision, assessment: judged };
    const doubted = { ...publication, decided: { ...decided, decision } };
    await publishVerdictComment(doubted);
    expect(readOwnPost(bodiesOf(github)[0] ?? '')?.notedScan).toMatchObject({ reusable });
  });
});

describe('no comment', () => {
  test('is written without a pull request, nor asked for', async () => {
    await using github = await startWithPull();
    const { commentUrl, ports } = await publish(github, { event: schedule() });
    expect(commentUrl).toBeNull();
    expect(ports.log.of('notice')).toEqual([]);
    expect(countRequests(github, 'POST', /graphql|comments/)).toBe(0);
  });

  test('is written without a token: a notice says so', async () => {
    const run = await decidedRun();
    expect((await publishVerdictComment(run.publication)).commentUrl).toBeNull();
    expect(run.ports.log.of('notice')).toEqual([expect.stringContaining('`github-token` is empty')]);
  });

  test('is written if GitHub refuses: a warning names the permission, and the file is there', async () => {
    await using github = await startWithPull({ permissions: { issues: 'read', pull_requests: 'read' } });
    const { commentUrl, commentTextPath, ports } = await publish(github);
    expect(commentUrl).toBeNull();
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('pull-requests: write')]);
    expect(readFileSync(commentTextPath ?? '', 'utf8')).toContain('Scan Gate');
  });
});

test('a report that cannot be written as a file is a warning', async () => {
  const { publication, ports } = await decidedRun({ event: schedule() });
  const missing = { ...publication, folder: join(ports.runner.tempFolder, 'gone') };
  expect((await publishVerdictComment(missing)).commentTextPath).toBeNull();
  expect(ports.log.of('warning')).toEqual([expect.stringContaining('ENOENT')]);
  expect((await publishVerdictComment({ ...publication, folder: null })).commentTextPath).toBeNull();
  expect(ports.log.of('warning')).toHaveLength(1);
});

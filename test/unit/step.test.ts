import { expect, test } from '@jest/globals';
import { push } from '../support/events.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { startRawServer } from '../support/raw-server.ts';
import type { ActionOptions } from '../support/runner.ts';
import { startStep } from '../support/step.ts';

const root = folderForTests();

/** Starts a step on a push. Without further inputs it ends with the error that they are missing. */
const start = (options: ActionOptions = {}) => startStep({ root, event: push(), ...options });

test.each([
  { of: 'a fail', inputs: {}, levels: ['error'], exitCode: 1 },
  { of: 'a fail that only warns', inputs: { 'on-fail': 'warn' }, levels: ['warning'], exitCode: 0 },
  { of: 'a dry run', inputs: { 'dry-run': 'true' }, levels: ['notice'], exitCode: 0 },
  { of: 'a pass', inputs: { 'fail-on': 'never' }, levels: [], exitCode: 0 },
])('the reason of $of is logged as $levels, and the exit code is $exitCode', async (row) => {
  const ended = { percentage: '100.00', endDate: '2026-11-21T12:00:00Z', totalChecked: 10 };
  const result = { ...ended, issues: [{ name: 'a', severity: 'high' }], issuesSummary: { high: 1 } };
  await using service = await startRawServer(({ method, url }, response) => {
    const read = url?.includes('scan-1') ? result : [];
    response.end(JSON.stringify(method === 'POST' ? { enqueued_scan_id: 'scan-1' } : read));
  });
  const needed = { 'api-key': 'key-0123456789', 'base-url': service.url, url: 'https://a.example' };
  const quiet = { 'wait-for-url': '0', config: 'none', comment: 'never', reports: 'none' };
  const action = await start({ inputs: { ...needed, ...quiet, ...row.inputs } });
  const { exitCode, annotations, outputs } = await action.done;
  const levels = (['error', 'warning', 'notice'] as const).filter((level) =>
    annotations[level].some((message) => message.startsWith(outputs['reason'] ?? '')),
  );
  expect({ exitCode, levels }).toEqual({ exitCode: row.exitCode, levels: row.levels });
});

test('an error before the run fails the step, with outputs, and shows no secret of a proxy', async () => {
  const action = await start({ env: { HTTPS_PROXY: 'ftp://me:pa55word@proxy.example' } });
  const { exitCode, annotations, outputs, stdout } = await action.done;
  expect(exitCode).toBe(1);
  expect(annotations.error).toEqual([expect.stringContaining('HTTPS_PROXY')]);
  expect(outputs).toMatchObject({ verdict: 'inconclusive', reason: annotations.error[0] });
  expect(stdout).not.toContain('pa55word');
});

test('an error of the run fails the step, and a cancel is logged', async () => {
  const action = await start();
  action.kill('SIGTERM');
  const { exitCode, lines } = await action.done;
  expect(exitCode).toBe(1);
  expect(lines[0]).toMatch(/^Cancelled by SIGTERM: /);
  expect(lines.at(-1)).toMatch(/^::error::An input is wrong/);
});

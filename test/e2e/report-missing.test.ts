import { expect, test } from '@jest/globals';
import type { Fault } from '../../sandbox/faults.ts';
import { startScene } from './scene.ts';

async function runWith(fault: Fault, reports = 'ACTION_REPORT') {
  await using scene = await startScene({
    sandbox: {
      faults: [{ endpoint: 'report', fault, matches: ({ body }) => body.includes('ACTION_REPORT') }],
    },
  });
  const result = await scene.run({ inputs: { url: scene.hardened.url, reports } });
  const files = Object.keys(scene.artifacts.artifacts[0]?.files ?? {}).toSorted();
  return { ...result, files, comment: scene.comments()[0] };
}

test('a report that the service refuses is a warning, and the verdict does not change', async () => {
  const result = await runWith({ kind: 'status', code: 422 });
  expect([result.exitCode, result.outputs['verdict'], result.outputs['report-path']]).toEqual([
    0,
    'pass',
    '',
  ]);
  const warnings = result.annotations.warning.map(({ message }) => message);
  expect(warnings).toEqual([expect.stringMatching(/^ACTION_REPORT is missing, the verdict stands\..*422/)]);
  expect(result.files).toEqual(['result.json', 'result.sarif']);
  expect(result.comment).toContain('Action report (PDF) is missing');
});

test('a file that is no PDF is not passed on', async () => {
  const result = await runWith({
    kind: 'body',
    body: '<html>Sign in</html>',
    contentType: 'application/pdf',
  });
  expect([result.exitCode, result.outputs['report-path']]).toEqual([0, '']);
  expect(result.annotations.warning).toHaveLength(1);
  expect(result.files).toEqual(['result.json', 'result.sarif']);
});

test('a report that comes byte by byte is given up after ten minutes, and the file is removed', async () => {
  // Time goes fast between two bytes: each is more than a minute after the one before.
  const result = await runWith({ kind: 'drip', everyMs: 2_500 });
  expect([result.exitCode, result.outputs['verdict'], result.outputs['report-path']]).toEqual([
    0,
    'pass',
    '',
  ]);
  const warnings = result.annotations.warning.map(({ message }) => message);
  expect(warnings).toEqual([expect.stringMatching(/ACTION_REPORT is missing.*not complete after 10 min/)]);
  expect(result.files).toEqual(['result.json', 'result.sarif']);
}, 60_000);

test('if one report is missing, the other is there', async () => {
  const result = await runWith({ kind: 'status', code: 400 }, 'ACTION_REPORT, COMMERCIAL_RISK_REPORT');
  expect(result.exitCode).toBe(0);
  expect(result.outputs['report-path']).toMatch(/COMMERCIAL_RISK_REPORT-[\d-]+\.pdf$/);
  expect(result.files).toEqual([
    expect.stringContaining('COMMERCIAL_RISK_REPORT'),
    'result.json',
    'result.sarif',
  ]);
});

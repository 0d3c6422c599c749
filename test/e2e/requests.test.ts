import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test.each([
  [{}, {}],
  [{ 'include-subdomains': 'true' }, { return_subdomains: 'true' }],
  [{ 'include-leaks': 'true' }, { return_leak: 'true' }],
])('with %j, the scan is asked for with %j, and the report may have errors of any type', async (on, sent) => {
  await using scene = await startScene();
  const scanId = await scene.scanned(scene.hardened.url);
  const inputs = { 'scan-id': scanId, reports: 'ACTION_REPORT', comment: 'never', ...on };
  expect((await scene.run({ inputs })).outputs['verdict']).toBe('pass');
  const { requests } = scene.sandbox;
  const fetched = requests.find(({ path }) => path.endsWith(scanId));
  expect(fetched?.query).toEqual({ language: 'en', issue_types: 'true', ...sent });
  const report = requests.find(({ path }) => path.endsWith('/reports/generate'));
  expect(report?.headers.accept).toBe('application/pdf, */*;q=0.5');
});

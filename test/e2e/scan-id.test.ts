import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

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

test('a scan that is still running is waited for', async () => {
  await using scene = await startScene({ sandbox: { queueMs: 700, scanMs: 500 } });
  const starting = scene.scanned(scene.hardened.url);
  while (scene.sandbox.scans[0] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  const inputs = { 'scan-id': scene.sandbox.scans[0].id, reports: 'none' };
  const result = await scene.run({ inputs });
  expect(result.outputs['verdict']).toBe('pass');
  expect(await starting).toBe(result.outputs['scan-id']);
});

test('a scan that the service does not know is inconclusive at once', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { 'scan-id': '7b0e6a52-0000-4000-8000-000000000000' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('404');
  const asked = scene.sandbox.requests.map(({ path }) => path);
  expect(asked).toEqual(['/v1/api/list_scans', expect.stringContaining('/v1/api/scan/')]);
  expect(scene.sandbox.scans).toEqual([]);
});

test('the result of another scan is inconclusive', async () => {
  await using scene = await startScene();
  const scanId = await scene.scanned(scene.hardened.url);
  const mutate = (answer: unknown) => ({ ...Object(answer), identificator: 'another-scan' });
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
  const result = await scene.run({ inputs: { 'scan-id': scanId } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('another-scan');
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

  await run({ disclosure: 'counts' });
  expect(scene.comments()[0]).toContain('Scan Gate: passed');
  expect(scene.comments()[0]).not.toContain(host);

  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
  const unknown = await run();
  expect(unknown.outputs).toMatchObject({ verdict: 'pass', url: '' });
});

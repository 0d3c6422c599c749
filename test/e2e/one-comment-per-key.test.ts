import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test('a second use in one job has its own comment and artifact', async () => {
  await using scene = await startScene();
  await using stack = new AsyncDisposableStack();
  const temp = await mkdtemp(join(tmpdir(), 'scan-gate-job-'));
  stack.defer(() => rm(temp, { recursive: true }));
  const failing = await scene.run({ temp, action: '__self' });
  const url = scene.hardened.url;
  const passing = await scene.run({ temp, action: '__self_2', inputs: { url } });
  expect([failing.outputs['verdict'], passing.outputs['verdict']]).toEqual(['fail', 'pass']);
  expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
    '❌ Scan Gate: ',
    '✅ Scan Gate: ',
  ]);
  expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual([
    'scan-gate-CI-scan',
    'scan-gate-CI-scan-__self_2',
  ]);
  const paths = [failing, passing].map(({ outputs }) => outputs['result-path']);
  expect(new Set(paths).size).toBe(2);

  // The next run of the same job finds both again.
  const next = await mkdtemp(join(tmpdir(), 'scan-gate-job-'));
  stack.defer(() => rm(next, { recursive: true }));
  const later = { temp: next, runId: 123_456_790, inputs: { reports: 'none' } };
  const again = [
    await scene.run({ ...later, action: '__self' }),
    await scene.run({ ...later, action: '__self_2', inputs: { ...later.inputs, url } }),
  ];
  expect(again.map(({ outputs }) => outputs['comment-url'])).toEqual(
    [failing, passing].map(({ outputs }) => outputs['comment-url']),
  );
  expect(scene.comments()).toHaveLength(2);
});

test('each leg of a matrix has its own comment and artifact', async () => {
  await using scene = await startScene();
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  for (const runId of [1, 2]) {
    await Promise.all(['staging', 'a/b: c'].map((site) => scene.run({ runId, matrix: { site }, inputs })));
    expect(scene.comments()).toHaveLength(2);
    expect(scene.comments().every((body) => body.includes(` run=${runId} `))).toBe(true);
  }
  const names = scene.artifacts.artifacts.slice(0, 2).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    expect.stringMatching(/^scan-gate-CI-scan-a-b-c-[0-9a-f]{8}$/),
    'scan-gate-CI-scan-staging',
  ]);
});

test('with the same comment-key, different jobs share one comment', async () => {
  await using scene = await startScene();
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none', 'comment-key': 'shop' };
  await scene.run({ job: 'one', inputs });
  await scene.run({ job: 'two', runId: 123_456_790, inputs });
  expect(scene.comments()).toHaveLength(1);
});

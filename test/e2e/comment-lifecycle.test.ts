import { expect, test } from '@jest/globals';
import { pullNumber, startScene } from './scene.ts';

test('one comment is created, updated in place by later runs, and becomes green', async () => {
  await using scene = await startScene();
  const first = await scene.run({ runId: 100 });
  const [created] = [...scene.github.state.comments.values()];
  const firstBody = created?.body;
  expect(created).toMatchObject({ issueNumber: pullNumber, author: { login: 'github-actions[bot]' } });
  expect(firstBody).toMatch(/^<!-- scan-gate:v1 key=[0-9a-f]{16} run=100 attempt=1 -->\n/);
  expect(firstBody).toContain('❌ Scan Gate: ');

  const second = await scene.run({ runId: 101 });
  expect(scene.github.state.comments.size).toBe(1);
  expect(created?.body).toContain(' run=101 attempt=1 -->');
  expect(created?.body).toContain(second.outputs['scan-id']);

  scene.weak.fix('headers', 'exposures');
  const third = await scene.run({ runId: 101, runAttempt: 2, inputs: { comment: 'on-failure' } });
  expect(third.outputs['verdict']).toBe('pass');
  expect(scene.comments()).toHaveLength(1);
  expect(created?.body).toContain(' run=101 attempt=2 -->');
  expect(created?.body).toContain('Scan Gate: passed');
  // Named where it is fixed, and nowhere else.
  expect(created?.body.split('Environment file exposed')).toHaveLength(2);
  expect(created?.body).toMatch(
    /Fixed since the last report \(\d+\)<\/summary>\n\n- Environment file exposed\n/,
  );
  expect(new Set([first, second, third].map(({ outputs }) => outputs['comment-url'])).size).toBe(1);
  const written = scene.github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  expect(written.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('an older run does not change the comment of a newer one', async () => {
  await using scene = await startScene();
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { 'scan-id': scanId, reports: 'none' };
  const newer = await scene.run({ runId: 300, runAttempt: 2, inputs });
  const [body] = scene.comments();
  for (const { runId, runAttempt } of [
    { runId: 299, runAttempt: 9 },
    { runId: 300, runAttempt: 1 },
  ]) {
    const older = await scene.run({ runId, runAttempt, inputs });
    expect(scene.comments()).toEqual([body]);
    expect(older.annotations.notice.map(({ message }) => message)).toContain(
      `The comment is left as a newer run wrote it: ${newer.outputs['comment-url']}`,
    );
    expect([older.exitCode, older.outputs['comment-url']]).toEqual([1, newer.outputs['comment-url']]);
  }
});

test('a comment that is deleted during its update is written again', async () => {
  await using scene = await startScene();
  const inputs = { 'scan-id': await scene.scanned(scene.weak.url), reports: 'none' };
  await scene.run({ runId: 1, inputs });
  scene.github.faults.add({ method: 'PATCH', path: /comments/, effect: { kind: 'delete-comment' } });
  const result = await scene.run({ runId: 2, inputs });
  expect(result.annotations.warning).toEqual([]);
  expect(scene.comments()).toHaveLength(1);
  expect(scene.comments()[0]).toContain(' run=2 ');
});

import { expect, test } from '@jest/globals';
import { readOwnPost } from '../../src/report/hidden-line.ts';
import { until } from '../support/until.ts';
import { markerOf, ourComment } from './run-files.ts';
import { pullNumber, pulls, startScene } from './scene.ts';

test('one comment is created, updated in place by later runs, and becomes green', async () => {
  await using scene = await startScene();
  const first = await scene.run({ runId: 100 });
  const [created] = [...scene.github.state.comments.values()];
  const firstBody = created?.body;
  expect(created).toMatchObject({ issueNumber: pullNumber, author: { login: 'github-actions[bot]' } });
  expect(readOwnPost(firstBody ?? '')?.marker).toEqual(markerOf(100));
  expect(firstBody).toContain('❌ Scan Gate: ');

  const second = await scene.run({ runId: 101 });
  expect(scene.github.state.comments.size).toBe(1);
  expect(readOwnPost(created?.body ?? '')?.marker).toEqual(markerOf(101));
  expect(created?.body).toContain(second.outputs['scan-id']);

  scene.weak.fix('headers', 'exposures');
  const third = await scene.run({ runId: 101, runAttempt: 2, inputs: { comment: 'on-failure' } });
  expect(third.outputs['verdict']).toBe('pass');
  expect(scene.comments()).toHaveLength(1);
  expect(readOwnPost(created?.body ?? '')?.marker).toEqual(markerOf(101, 2));
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

test('a newer run that writes just before the comments are read keeps its comment', async () => {
  // Our login is the last that is asked for before the comments are read.
  const late = { path: /^\/graphql/, effect: { kind: 'delay', delayMs: 1_000 } } as const;
  const comments = [{ issueNumber: pullNumber, body: ourComment(31) }];
  await using scene = await startScene({ github: { pulls, comments, faults: [late] } });
  const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
  const running = scene.run({ runId: 32, inputs });
  await until(() => scene.github.requests.some(({ path }) => path === '/graphql'));
  const [comment] = scene.github.state.comments.values();
  if (comment !== undefined) comment.body = ourComment(33);
  const result = await running;
  expect(scene.comments()).toEqual([ourComment(33)]);
  const writes = scene.github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  expect(writes).toEqual([]);
  expect(result.annotations.notice.join()).toContain('as a newer run wrote it');
});

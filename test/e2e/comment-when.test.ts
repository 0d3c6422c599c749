import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test('comment: on-failure comments on a failure and not on a pass', async () => {
  await using scene = await startScene();
  const inputs = { comment: 'on-failure', reports: 'none' };
  const passed = await scene.run({ inputs: { ...inputs, url: scene.hardened.url } });
  expect(passed.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' });
  expect(scene.comments()).toEqual([]);
  const failed = await scene.run({ inputs });
  expect(failed.outputs['comment-url']).not.toBe('');
  expect(scene.comments()).toHaveLength(1);
});

test('comment: on-failure comments on an inconclusive run', async () => {
  await using scene = await startScene({ sandbox: { scanBehaviour: { endsEarlyAt: 50 } } });
  const result = await scene.run({ inputs: { comment: 'on-failure', 'on-inconclusive': 'warn' } });
  expect(result.exitCode).toBe(0);
  expect(scene.comments()[0]).toContain('Scan Gate: no verdict; the check stays green');
});

test('with comment: never and config: none GitHub gets no request', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { comment: 'never', config: 'none' } });
  expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
  expect(scene.github.requests).toEqual([]);
  expect(result.annotations.warning).toEqual([]);
});

test('an empty token means no comment, and a notice says so', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { 'github-token': '', config: 'none', reports: 'none' } });
  expect(result.outputs).toMatchObject({ verdict: 'fail', 'comment-url': '' });
  expect(result.annotations.notice.map(({ message }) => message)).toEqual([
    'There is no pull request comment, because github-token is empty.',
  ]);
});

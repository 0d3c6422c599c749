import { expect, test } from '@jest/globals';
import { push, schedule } from '../support/events.ts';
import { startScene } from './scene.ts';

for (const event of [push({ sha: '4'.repeat(40) }), schedule()]) {
  test(`on ${event.name} there is no comment and no error`, async () => {
    await using scene = await startScene();
    const result = await scene.run({ event, inputs: { reports: 'none' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
    expect(result.outputs['comment-url']).toBe('');
    expect(scene.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(scene.comments()).toEqual([]);
    expect([...result.annotations.warning, ...result.annotations.notice]).toEqual([]);
    expect(result.summary).toContain('Scan Gate: failed');
    expect(result.outputs['artifact-id']).not.toBe('');
  });
}

test('an event that cannot be read is reported, and the run goes on', async () => {
  await using scene = await startScene();
  const env = { GITHUB_EVENT_PATH: '/nowhere/event.json' };
  const result = await scene.run({ env, inputs: { url: scene.hardened.url, reports: 'none' } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(result.annotations.warning.map(({ message }) => message)).toEqual([
    expect.stringContaining('no pull request is known'),
  ]);
});
